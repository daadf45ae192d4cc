import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselGraph } from './app.ts';

stylePage();
document.body.append(new EaselGraph());
