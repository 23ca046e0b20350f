import sharp from 'sharp';
import type { RgbPicture } from '../../analyses/simulate/y4m.js';
import { startChromium } from './served-app.js';

/** Of the simulated table. */
export const SEED = 1;

/** Two pictures of the simulated table, before and after its first ship was flown; where told, so many pixels wide. */
export async function flownPictures(appUrl: string, widthPx?: number): Promise<readonly [RgbPicture, RgbPicture]> {
  const painter = await startChromium();
  const page = await painter.newPage();
  await page.goto(`${appUrl}?camera=simulated&seed=${SEED}`, { timeout: 120_000 });
  const canvas = page.locator('hm-stage canvas:not(.live)');
  await canvas.waitFor({ timeout: 60_000 });
  const shoot = async () => {
    const png = await canvas.evaluate(
      (element: HTMLCanvasElement) =>
        new Promise<string>((resolve) => {
          // Drawn and read in one turn: WebGL forgets its picture after it was shown.
          (
            document.querySelector('hm-app')!.shadowRoot!.querySelector('hm-stage') as unknown as { source: { again(): void } }
          ).source.again();
          resolve(element.toDataURL('image/png'));
        }),
    );
    const { data, info } = await sharp(Buffer.from(png.split(',')[1]!, 'base64'))
      .resize(widthPx)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { widthPx: info.width, heightPx: info.height, rgb: data };
  };
  const still = await shoot();
  await page.getByRole('button', { name: 'Fly a ship' }).click();
  const flown = await shoot();
  await painter.close();
  return [still, flown];
}
