import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselUploadReport } from './app.ts';

stylePage();
document.body.append(new EaselUploadReport());
