import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselResults } from './app.ts';

stylePage();
document.body.append(new EaselResults());
