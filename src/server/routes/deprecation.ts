import { startOfDay, tokyoDate } from '#domain/tokyo.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { developerPages } from '#vocabulary/site-pages.ts'

/** Says on every answer of an operation that it goes away, from when this is known and until when it answers (RFC 9745, RFC 8594); nothing of one that stays. */
export function deprecationHeaders(
  { deprecated }: Pick<Endpoint, 'deprecated'>,
  publicUrl: string,
): Readonly<Record<string, string>> {
  if (deprecated === undefined) return {}
  const [announced, end] = [deprecated.announcedOn, deprecated.endsOn].map(
    (date) => startOfDay(tokyoDate(date)).epochMilliseconds,
  )
  const changes = `<${publicUrl}${developerPages.changes}>`
  return {
    Deprecation: `@${Number(announced) / 1000}`,
    Sunset: new Date(Number(end)).toUTCString(),
    Link: ['deprecation', 'sunset']
      .map((rel) => `${changes}; rel="${rel}"; type="text/html"`)
      .join(', '),
  }
}
