import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselAgentApp } from './app.ts';
import { hostStyle } from './theme.ts';

stylePage();
stylePage(hostStyle);
document.body.append(new EaselAgentApp());
