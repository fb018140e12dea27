// Unpacks the Chromium of its package into TMPDIR; run by chromium.ts.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
