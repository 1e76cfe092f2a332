// The playground in Firefox, where it is installed.
import { installedFirefox, launchFirefox } from './browsers';
import { tryPlayground } from './scenarios';

const firefox = installedFirefox();
if (firefox) tryPlayground('Firefox', () => launchFirefox(firefox));
