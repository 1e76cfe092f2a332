// The playground in Chromium.
import { launchChromium } from './browsers';
import { tryPlayground } from './scenarios';

tryPlayground('Chromium', launchChromium, true);
