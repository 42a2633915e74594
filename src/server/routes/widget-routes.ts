import { Hono, type Context } from 'hono'
import { hashSecret } from '#backend/db/ids.ts'
import { plainPage } from '#portal/plain-page.ts'
import { formatDay, formatTime, formatVolume } from '#ui/format.ts'
import { pages } from '#vocabulary/pages.ts'
import { highSpeedStates, widgetFolder, type WidgetCard } from '#vocabulary/widget.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import { plainRefusal } from '../edge/plain-answer.ts'
import type { SecurityOrigins } from '../edge/security-headers.ts'
import type { Services } from '../services.ts'

/**
 * The card behind a secret address: a page, a picture for home screens, and JSON for programs on the phone. Whoever has the
 * address reads it, so it names nobody.
 */
export function widgetRoutes(services: Services, origins: SecurityOrigins) {
  const app = new Hono<ServerEnv>()
  const counted = limited(services.limiter, 'widgets', (c) => hashSecret(secretOf(c)))
  app.get(`${widgetFolder}:card{[\\w-]+(?:\\.(?:svg|json))?}`, counted, async (c) => {
    const card = await services.widgetCard(services.database.db, secretOf(c), c.get('facts').now)
    return card === undefined ? unknown(c, origins) : answer(c, card)
  })
  return app
}

type Asked = Context<ServerEnv>

const secretOf = (c: Asked) => (c.req.param('card') ?? '').replace(/\.\w+$/, '')

function unknown(c: Asked, origins: SecurityOrigins): Response {
  const { traceKey } = c.get('facts')
  const { status, headers, body } = plainRefusal('NOT_FOUND', {
    path: c.req.path,
    traceKey,
    origins,
  })
  return new Response(body, { status, headers })
}

/** Never stored on the way, never found by a search, and never the address that another site is told of. */
const headersOf = (type: string) => ({
  'Content-Type': type,
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
})

function answer(c: Asked, card: WidgetCard): Response {
  const words = wordsOf(card)
  if (c.req.path.endsWith('.json'))
    return c.body(
      JSON.stringify({ ...card, ...words }),
      200,
      headersOf('application/json; charset=utf-8'),
    )
  if (c.req.path.endsWith('.svg'))
    return c.body(pictureOf(words), 200, headersOf('image/svg+xml; charset=utf-8'))
  const { remaining, speed, lasts, at } = words
  const page = plainPage({
    title: `残り ${remaining}`,
    paragraphs: [speed, ...(lasts === undefined ? [] : [lasts]), at],
    traceKey: undefined,
    links: [{ label: 'マイページを開く', href: pages.top }],
  })
  return c.body(page, 200, headersOf('text/html; charset=utf-8'))
}

/** What a card says, in words: the same in each of its forms. */
export function wordsOf({ remainingBytes, highSpeed, until, asOf }: WidgetCard) {
  return {
    remaining: formatVolume(remainingBytes, 'residual'),
    speed: highSpeedStates[highSpeed],
    // An expiry is given exclusively: the day before its midnight is the last.
    lasts:
      until === undefined
        ? undefined
        : `${formatDay(new Date(Date.parse(until) - 1).toISOString())}まで`,
    at: `${formatTime(asOf)}現在`,
  }
}

/** Two to one, as home screens have them; letters of the phone's own. Nothing in it comes from the member. */
export function pictureOf({ remaining, speed, lasts, at }: ReturnType<typeof wordsOf>): string {
  const below = [speed, lasts].filter((part) => part !== undefined).join('・')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 160" role="img" aria-label="残り ${remaining}、${below}、${at}" font-family="system-ui,sans-serif">
<rect width="320" height="160" rx="24" fill="#0a4347"/>
<g fill="none" stroke="#2d676a" stroke-width="1.5"><circle cx="292" cy="132" r="28"/><circle cx="292" cy="132" r="52"/><circle cx="292" cy="132" r="84"/></g>
<circle cx="292" cy="132" r="9" fill="#ff9a57"/>
<text x="24" y="42" font-size="18" fill="#bcd9d6">残り</text>
<text x="24" y="92" font-size="46" font-weight="700" fill="#fff">${remaining}</text>
<text x="24" y="120" font-size="15" fill="#fff">${below}</text>
<text x="24" y="142" font-size="13" fill="#bcd9d6">${at}</text>
</svg>
`
}
