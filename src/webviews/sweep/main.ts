import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselSweep } from './app.ts';

stylePage();
document.body.append(new EaselSweep());
