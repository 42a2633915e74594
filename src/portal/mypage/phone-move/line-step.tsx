import { Form } from '#portal/fields/form.tsx'
import { Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { errorsOf, fieldsFrom, Stopped } from '#portal/mypage/flow/stopped.tsx'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { BeforeStage } from '#portal/mypage/shared/move-stage.tsx'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { pages, phoneMovePage, withQuery } from '#vocabulary/pages.ts'
import { nameOfPhone } from '#vocabulary/phone-move.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import type { MoveEstimate, MoveLine } from './load.ts'

type LineStepProps = {
  readonly lines: readonly MoveLine[]
  readonly draft: string
  /** The answer to what was chosen, where it does not lead on. */
  readonly estimate?: MoveEstimate
  readonly phone?: string
  /** As it was chosen, where the answer was refused. */
  readonly lineId?: string | null
  readonly refused?: Refusal<ErrorCode>
}

const labels = { lineId: 'どの回線を移しますか', phone: '新しいスマホの機種名' }

/** Which line, and into which phone; a phone without eSIM is told what to do instead. */
export function LineStep({ lines, draft, estimate, phone = '', lineId, refused }: LineStepProps) {
  const possible = lines.filter(({ allowed }) => allowed)
  const [first] = possible
  const chosen =
    estimate?.lines[0]?.lineId ?? lineId ?? (possible.length === 1 ? first?.line.lineId : undefined)
  const shown = lines.find(({ line }) => line.lineId === chosen)?.line
  const of = fieldsFrom(undefined, errorsOf(refused))
  return (
    <>
      <Stopped refused={refused} labels={labels} />
      {possible.length === 0 ? null : <BeforeStage lineName={shown && fullNameOfLine(shown)} />}
      {estimate === undefined ? null : <NotThisWay estimate={estimate} />}
      {possible.length === 0 ? (
        <NoLine lines={lines} />
      ) : (
        <Form method="get" className="flow">
          <Hidden values={{ draft }} />
          <RadioCards
            {...of('lineId', chosen)}
            label={labels.lineId}
            required
            options={lines.map((one) => ({
              value: one.line.lineId,
              label: fullNameOfLine(one.line),
              hint: one.allowed
                ? `${kindLabels[one.line.simKind]}・いまは${simSizeLabels[one.line.simSize]}`
                : (one.message ?? ''),
              disabled: !one.allowed,
            }))}
          />
          <Field
            {...of('phone', phone)}
            label={labels.phone}
            autoComplete="off"
            hint="例：Pixel 10、iPhone 16。eSIMが使えるかを、対応端末の一覧で確かめます。わからないときは、空欄のまま進めます。"
          />
          <Facts />
          <Submit kind="primary">次へ</Submit>
        </Form>
      )}
    </>
  )
}

const Facts = () => (
  <SummaryList
    entries={[
      ['費用', '次の画面で、今回の費用と、無料で移せる残りの回数をお知らせします。'],
      ['かかる時間', '約5分。番号はそのままです。'],
      ['新しいスマホ', 'Wi-Fiにつないでおいてください。'],
      ['元に戻す', '切り替えてから24時間は、元のスマホに戻せます。'],
    ]}
  />
)

/** The phone takes no eSIM, or the line is not free: what to do instead. */
function NotThisWay({ estimate }: { readonly estimate: MoveEstimate }) {
  const { phone, why, lines } = estimate
  if (!why.allowed) return <RefusalNotice title="この回線は、いま移せません" reason={why} />
  const { device, cards, checkedOn } = phone
  const now = lines[0]?.simSize
  const fits = now !== undefined && now !== 'esim' && cards.includes(now)
  return (
    <Notice
      tone="warning"
      role="status"
      title={`${device === undefined ? 'この端末' : nameOfPhone(device)}はeSIMに対応していません`}
    >
      <p>
        {fits
          ? `いまの${simSizeLabels[now]}が、そのまま入ります。いまのスマホから抜いて差し替えるだけで使えます。お手続きも費用もいりません。`
          : 'この端末に入るSIMカードをお送りします。届いてから切り替えます。'}
        {checkedOn === undefined ? null : `（対応端末の一覧、${formatDate(checkedOn)}確認）`}
      </p>
      {fits ? null : (
        <ButtonLinkRow href={withQuery(pages.simChange, { lineId: lines[0]?.lineId })}>
          SIMカードの交換を申し込む
        </ButtonLinkRow>
      )}
    </Notice>
  )
}

function NoLine({ lines }: { readonly lines: readonly MoveLine[] }) {
  if (lines.length === 0)
    return (
      <RefusalNotice
        reason={{
          message:
            'いま移せる回線はありません。SIMのお届けや開通を待っている回線は、開通すると移せます。',
        }}
        hasWay={false}
      />
    )
  return (
    <>
      {lines.map(({ line, move, ...reason }) =>
        move === undefined ? (
          <RefusalNotice
            key={line.lineId}
            title={`${fullNameOfLine(line)}は、いま移せません`}
            reason={reason}
          />
        ) : (
          <p key={line.lineId} className="tap">
            <a href={phoneMovePage(move.orderNo)}>{fullNameOfLine(line)}の移行の画面を開く</a>
          </p>
        ),
      )}
    </>
  )
}
