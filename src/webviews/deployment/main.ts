import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselDeployment } from './app.ts';

stylePage();
document.body.append(new EaselDeployment());
