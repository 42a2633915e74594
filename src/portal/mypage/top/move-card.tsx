import { AfterMove } from '#portal/mypage/shared/after-move.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { MoveStage } from '#portal/mypage/shared/move-stage.tsx'
import type { Move } from '#portal/mypage/shared/wire.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { operationLabels } from '#vocabulary/operation.ts'
import { phoneMovePage } from '#vocabulary/pages.ts'

/** Both phones and which of them has the line; for some days after the way back is over, what holds now. */
export function MoveCard({ move }: { readonly move: Move }) {
  const { orderNo, stateLabel, message, undoUntil, canRollBack } = move
  return (
    <Card>
      <h2>
        {operationLabels.phoneMove}：{stateLabel}
      </h2>
      <MoveStage move={move} />
      <p>
        <Sentence>{message}</Sentence>
      </p>
      {canRollBack && undoUntil !== undefined ? (
        <p>
          <strong>{formatLimit(undoUntil)}</strong>、元のスマホに戻せます。
        </p>
      ) : null}
      {move.state === 'completed' ? <AfterMove move={move} /> : null}
      <ButtonLinkRow href={phoneMovePage(orderNo)}>移行の画面を開く</ButtonLinkRow>
    </Card>
  )
}
