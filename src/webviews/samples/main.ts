import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselSamples } from './app.ts';

stylePage();
document.body.append(new EaselSamples());
