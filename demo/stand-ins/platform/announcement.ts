import { Hono } from 'hono'
import { html } from 'hono/html'
import { brand } from '#brand'
import type { Faults } from '../wire/faults.ts'
import { page } from '../wire/page.ts'
import { barScript } from './announcement-script.ts'

type Announcement = {
  id: string
  title: string
  body: string
  level: 'info' | 'important'
  from: string
  to: string
  /** The notice's own page. */
  url: string
}

/** The announcement service (spec 7.2): a script, and the items it shows for a place. */
export function announcementRoutes(
  platformUrl: string,
  now: () => Temporal.Instant,
  faults: Faults,
): Hono {
  const routes = new Hono()
  routes.get('/announce/bar.js', (c) => {
    c.header('content-type', 'text/javascript; charset=utf-8')
    c.header('cache-control', 'public, max-age=300')
    c.header('access-control-allow-origin', '*')
    const isBroken = faults.handlerMode(c) === 'malformed'
    return c.body(isBroken ? `throw new Error('announcement bar is broken')` : barScript)
  })
  routes.get('/announce/items', (c) => {
    c.header('access-control-allow-origin', '*')
    c.header('cache-control', 'no-store')
    const placeId = Number(c.req.query('placeId'))
    const asked = Number(c.req.query('size') ?? 3)
    const size = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), 10) : 3
    return c.json({ placeId, size, items: itemsFor(placeId, now(), platformUrl).slice(0, size) })
  })
  routes.get('/announce/notices/:id', async (c) => {
    const today = now().toZonedDateTimeISO('Asia/Tokyo')
    const notice = noticesOf(today, platformUrl).find(({ id }) => id === c.req.param('id'))
    return notice === undefined ? c.notFound() : c.html(await noticePage(notice))
  })
  return routes
}

function noticePage({ title, body, from }: Announcement): Promise<string> {
  const day = Temporal.PlainDate.from(from.slice(0, 10))
  return page(
    title,
    html`<p class="brand">${brand.provider}からのお知らせ</p>
      <h1>${title}</h1>
      <p class="note">${day.year}年${day.month}月${day.day}日掲載</p>
      <p>${body}</p>`,
  )
}

/** Place 78 is the public site, 79 my page, 80 the talk pages (spec 7.2). */
const slots = new Map<number, string[]>([
  [78, ['maintenance', 'phishing', 'beginner']],
  [79, ['phishing', 'maintenance', 'month-end']],
  [80, ['talk-emergency', 'maintenance', 'phishing']],
])

function itemsFor(placeId: number, at: Temporal.Instant, platformUrl: string): Announcement[] {
  const today = at.toZonedDateTimeISO('Asia/Tokyo')
  const items = noticesOf(today, platformUrl)
  const ids = slots.get(placeId) ?? []
  return ids.flatMap((id) =>
    items.filter(
      (item) =>
        item.id.startsWith(`${id}-`) &&
        Temporal.Instant.compare(Temporal.Instant.from(item.from), at) <= 0 &&
        Temporal.Instant.compare(at, Temporal.Instant.from(item.to)) < 0,
    ),
  )
}

/** What the provider's editors would have written, dated by the month so that it is never stale. */
function noticesOf(today: Temporal.ZonedDateTime, platformUrl: string): Announcement[] {
  const monthStart = today.with({ day: 1 }).startOfDay()
  const nextMonth = monthStart.add({ months: 1 })
  const month = monthStart.toPlainDate().toPlainYearMonth().toString()
  const night = maintenanceNight(today)
  const notice = (
    name: string,
    rest: Omit<Announcement, 'id' | 'from' | 'to' | 'url'>,
  ): Announcement => ({
    id: `${name}-${month}`,
    url: `${platformUrl}/announce/notices/${name}-${month}`,
    from: rfc3339(monthStart),
    to: rfc3339(nextMonth),
    ...rest,
  })
  return [
    notice('maintenance', {
      title: `${brand.account}のメンテナンス（${night.month}月${night.day}日）`,
      body: `${night.month}月${night.day}日 午前2時から午前5時まで、${brand.account}の登録内容の変更ができません。通信と通話はそのままご利用になれます。`,
      level: 'info',
    }),
    notice('phishing', {
      title: `${brand.provider}をかたるメールにご注意ください`,
      body: 'メールやSMSのリンク先で、パスワードやカード番号の入力をお願いすることはありません。',
      level: 'important',
    }),
    notice('beginner', {
      title: 'はじめてのスマートフォン料金ガイドを公開しています',
      body: 'データ容量の選び方と、お申し込みの前に確かめておきたいことをまとめました。',
      level: 'info',
    }),
    notice('month-end', {
      title: '月末はお手続きが混み合います',
      body: 'データ容量の変更には締め切りがあります。お早めにご予約ください。',
      level: 'info',
    }),
    notice('talk-emergency', {
      title: `${brand.talk}から緊急通報はかけられません`,
      body: '110番、118番、119番へは、スマートフォン標準の電話アプリからおかけください。',
      level: 'important',
    }),
  ]
}

/** The second Wednesday of this month, or of the next once it has passed. */
function maintenanceNight(today: Temporal.ZonedDateTime): Temporal.PlainDate {
  const secondWednesday = (first: Temporal.PlainDate) =>
    first.add({ days: ((3 - first.dayOfWeek + 7) % 7) + 7 })
  const date = today.toPlainDate()
  const thisMonth = secondWednesday(date.with({ day: 1 }))
  const isAhead = Temporal.PlainDate.compare(date, thisMonth) <= 0
  return isAhead ? thisMonth : secondWednesday(date.with({ day: 1 }).add({ months: 1 }))
}

function rfc3339(at: Temporal.ZonedDateTime): string {
  return at.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
