import { pages, withQuery } from '#vocabulary/pages.ts'

/** The page of gifts, of a user of a line with their line. */
export function giftHref({
  lineId,
  ...rest
}: Readonly<
  Partial<
    Record<'lineId' | 'done' | 'give' | 'take' | 'megabytes' | 'nickname' | 'toRoleId', string>
  >
> = {}) {
  return withQuery(pages.gift, { ...(lineId && { lineId }), ...rest })
}
