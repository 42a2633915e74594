import type { Ongoing } from '#portal/shell/ongoing.ts'
import { formatDateTime } from '#ui/format.ts'
import { outageBoard, outageBoardPage } from '#vocabulary/site-pages.ts'

const words = { outage: '障害が発生しています', maintenance: 'メンテナンス中です' } as const

/** First on every page while something lasts: what, where and since when, and the way to the rest of it. */
export function OutageStrip({ ongoing }: { readonly ongoing: readonly Ongoing[] }) {
  const [worst] = ongoing
  if (worst === undefined) return null
  const { incidentId, title, kind, areas, from } = worst
  const place = areas.length === 0 ? '' : `${areas.join('・')}、`
  return (
    <aside className={`outage-strip outage-strip--${kind}`} aria-label="障害・メンテナンス">
      <p>
        <a href={outageBoardPage(incidentId)}>
          <b>{words[kind]}</b>
          <span className="outage-strip__title">{title}</span>（{place}
          {formatDateTime(from)}から）
        </a>
        {ongoing.length > 1 ? <a href={outageBoard}>ほか{ongoing.length - 1}件</a> : null}
      </p>
    </aside>
  )
}
