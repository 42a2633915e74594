import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { LineName } from '#portal/mypage/shared/wire.ts'
import { pages } from '#vocabulary/pages.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { whatTitles, type What } from '#portal/mypage/sim/change-choices.ts'
import { issueWords } from '#portal/mypage/sim/price-words.tsx'
import type { Prices } from '#portal/mypage/sim/prices.ts'
import { isClosed } from '#portal/mypage/flow/is-closed.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import type { Permission } from '#protocol/procedure.ts'
import { Card, LinkList } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export type ChangeableLine = {
  readonly line: LineName & { readonly statusLabel: string }
  readonly reissue: Permission | undefined
  readonly kind: Permission | undefined
}

const hints: Readonly<Record<What, string>> = {
  reissue: '機種変更、eSIMへの切り替え、紛失、故障のとき。電話番号は変わりません。',
  kind: 'データ・SMS・音声を変えるとき。電話番号は新しい番号に変わります。',
}

/** Which line, and what about it: one press to the form. What cannot be done now says why. */
export function ChangeChoice({
  lines,
  prices,
}: {
  readonly lines: readonly ChangeableLine[]
  readonly prices: Readonly<Record<What, Prices['oneOffYen']>>
}) {
  if (lines.length === 0)
    return (
      <EmptyState title="手続きできる回線はありません">
        回線が開通すると、ここからSIMの変更や再発行を申し込めます。
      </EmptyState>
    )
  return (
    <>
      {lines.map(({ line, reissue, kind }) => (
        <Card key={line.lineId}>
          <h2>{fullNameOfLine(line)}</h2>
          <p>
            {kindLabels[line.simKind]}・{simSizeLabels[line.simSize]}・{line.statusLabel}
          </p>
          <Way what="reissue" why={reissue} price={prices.reissue} lineId={line.lineId} />
          <Way what="kind" why={kind} price={prices.kind} lineId={line.lineId} />
        </Card>
      ))}
      <p className="small muted">
        ほかの人に勝手に手続きされないように、<a href={pages.lock}>ロック</a>
        でSIMの変更を止めておけます。
      </p>
    </>
  )
}

function Way({
  what,
  why,
  price,
  lineId,
}: {
  readonly what: What
  readonly why: Permission | undefined
  readonly price: Prices['oneOffYen']
  readonly lineId: string
}) {
  if (why !== undefined && isClosed(why))
    return <RefusalNotice title={`${whatTitles[what]}は、いま受け付けられません`} reason={why} />
  return (
    <LinkList
      entries={[
        {
          href: `${pages.simChange}?${new URLSearchParams({ what, lineId })}`,
          label: whatTitles[what],
          hint:
            why?.allowed === false
              ? `${why.message ?? ''}受け付けられるようになったら自動で申し込むよう、頼んでおけます。`
              : hints[what] + issueWords(price),
        },
      ]}
    />
  )
}
