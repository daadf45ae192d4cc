import '../shared/language.ts';

import { stylePage } from '../shared/base.ts';
import { EaselAgentApp } from './app.ts';
import { stylePageForHost } from './theme.ts';

stylePage();
stylePageForHost();
document.body.append(new EaselAgentApp());
