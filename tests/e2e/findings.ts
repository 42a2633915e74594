import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What axe finds on the page, or in a part of it: rule and places. No page of ours has frames, so that axe need not open
 * a page of its own to put their results together, and only findings are worked out: half the time.
 */
export async function findings(
  page: Page,
  part?: string,
  rules?: readonly string[],
): Promise<[rule: string, places: string[]][]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (rules) axe.withRules([...rules])
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target.join(' '))])
}

/** What may differ where the same page has another width or other colours; the other rules ask for what is in its markup. */
export const seenRules = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
] as const
