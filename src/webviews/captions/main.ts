import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselCaptions } from './app.ts';

stylePage();
document.body.append(new EaselCaptions());
