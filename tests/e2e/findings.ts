import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/**
 * What axe finds on the page, or in a part of it: rule and places. No page of ours has frames, so that axe is run in the page
 * itself, and only what it finds comes back: Playwright's own wrapping of it takes twice the time, and carries all that is in order too.
 */
export async function findings(
  page: Page,
  part?: string,
  rules?: readonly string[],
): Promise<[rule: string, places: string[]][]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Style sheets would be asked for anew, for an experimental rule that is not asked.
    preload: { assets: ['media'] },
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
  }
  return page.evaluate(
    async ({ context, asked }) => {
      // In the middle of a change from dark to light a button has a colour that it has in neither.
      const passing = document
        .getAnimations()
        .filter(
          ({ effect, playState, timeline }) =>
            timeline === document.timeline &&
            playState === 'running' &&
            effect?.getComputedTiming().endTime !== Infinity,
        )
      await Promise.allSettled(passing.map(({ finished }) => finished))
      const checker: typeof axe = Reflect.get(globalThis, 'axe')
      const { violations } = await checker.run(context ?? document, asked)
      return violations.map(({ id, nodes }): [string, string[]] => [
        id,
        nodes.map(({ target }) => target.join(' ')),
      ])
    },
    { context: part, asked: options },
  )
}

/** What may differ where the same page has another width or other colours; the other rules ask for what is in its markup. */
export const seenRules = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
] as const
