import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselSheet } from './app.ts';

stylePage();
document.body.append(new EaselSheet());
