import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselInputs } from './app.ts';

stylePage();
document.body.append(new EaselInputs());
