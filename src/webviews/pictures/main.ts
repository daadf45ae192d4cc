import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselPictures } from './app.ts';

stylePage();
document.body.append(new EaselPictures());
