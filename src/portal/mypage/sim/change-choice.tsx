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
}: Pick<WaysProps, 'prices'> & { readonly lines: readonly ChangeableLine[] }) {
  if (lines.length === 0)
    return (
      <EmptyState title="手続きできる回線はありません">
        回線が開通すると、ここからSIMの変更や再発行を申し込めます。
      </EmptyState>
    )
  return (
    <>
      {lines.map((one) => (
        <Card key={one.line.lineId}>
          <h2>{fullNameOfLine(one.line)}</h2>
          <p>
            {kindLabels[one.line.simKind]}・{simSizeLabels[one.line.simSize]}・
            {one.line.statusLabel}
          </p>
          <Ways one={one} prices={prices} />
        </Card>
      ))}
      <p className="small muted">
        ほかの人に勝手に手続きされないように、<a href={pages.lock}>ロック</a>
        でSIMの変更を止めておけます。
      </p>
    </>
  )
}

type WaysProps = {
  readonly one: ChangeableLine
  readonly prices: Readonly<Record<What, Prices['oneOffYen']>>
}

function Ways({ one: { line, reissue, kind }, prices }: WaysProps) {
  const { lineId } = line
  const refusal = refusalOfBoth(reissue, kind)
  if (refusal !== undefined)
    return <RefusalNotice title="SIMの変更・再発行は、いま受け付けられません" reason={refusal} />
  return (
    <>
      <Way what="reissue" why={reissue} price={prices.reissue} lineId={lineId} />
      <Way what="kind" why={kind} price={prices.kind} lineId={lineId} />
    </>
  )
}

/** What refuses both is said once. */
function refusalOfBoth(reissue: Permission | undefined, kind: Permission | undefined) {
  if (reissue === undefined || kind === undefined || !isClosed(reissue) || !isClosed(kind))
    return undefined
  const isSame =
    reissue.reasonCode === kind.reasonCode &&
    reissue.message === kind.message &&
    reissue.freeFrom === kind.freeFrom
  return isSame ? reissue : undefined
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
