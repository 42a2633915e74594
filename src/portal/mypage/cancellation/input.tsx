import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { kindLabels } from '#vocabulary/line.ts'
import type { LineName } from '#portal/mypage/shared/wire.ts'
import {
  Bookings,
  type Booking,
  type CancellationEstimate,
} from '#portal/mypage/cancellation/bookings.tsx'
import { InitialCancelCard, KeepNumberCard } from '#portal/mypage/cancellation/keep-number.tsx'
import { instalmentsEntry } from '#portal/mypage/flow/debt.ts'
import { dayFigure, KeyFigures, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { FieldErrors, Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { QueuedNotice, type QueuedProcedure } from '#portal/mypage/flow/queued-notice.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import type { Permission } from '#protocol/procedure.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Form } from '#portal/fields/form.tsx'
import { formatDate, formatTotal } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { SummaryList } from '#ui/summary-list.tsx'

type Line = LineName & { readonly why: Permission | undefined }

type Chosen = {
  readonly scope: string | undefined
  readonly lineIds: readonly string[]
}

type InputProps = {
  readonly whole: CancellationEstimate
  readonly whyContract: Permission | undefined
  readonly isInitial: boolean
  readonly lines: readonly Line[]
  readonly bookings: readonly Booking[]
  readonly queued: readonly QueuedProcedure[]
  readonly chosen: Chosen
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
}

export function CancelInput(props: InputProps) {
  const { whole, whyContract, isInitial, lines, bookings, queued, chosen, errors, keys } = props
  const { canAll, canSome } = leavingOf(props)
  return (
    <>
      <FieldErrors errors={errors} />
      {canAll || canSome ? <Facts whole={whole} /> : null}
      <Bookings bookings={bookings} />
      <QueuedNotice queued={queued} keys={keys} />
      {isInitial ? <InitialCancelCard /> : null}
      <KeepNumberCard {...whole} />
      {!canAll && bookings.length === 0 && whyContract ? (
        <RefusalNotice
          reason={whyContract}
          {...(!queued.some(({ operation }) => operation === 'contractCancel') && {
            queueing: { keys, request: { operation: 'contractCancel' } },
          })}
        />
      ) : null}
      {canAll || canSome ? (
        // The sentence for a missing answer is ours, at its field.
        <Form method="get" className="flow">
          <Hidden values={{ step: 'confirm', draft: keys.draft }} />
          {whole.afterCutOff ? <AfterCutOff whole={whole} /> : null}
          <RadioCards
            name="scope"
            label="解約するもの"
            defaultValue={answerOf(chosen, canAll, canSome)}
            required
            error={errors['scope']}
            options={[
              {
                value: 'contract',
                label: 'ご契約をすべて解約する',
                hint: canAll ? lines.map(fullNameOfLine).join('、') : (whyContract?.message ?? ''),
                disabled: !canAll,
              },
              ...(canSome
                ? [
                    {
                      value: 'lines',
                      label: '一部の回線だけを解約する',
                      hint: 'ほかの回線は、そのまま使えます。',
                    },
                  ]
                : []),
            ]}
          />
          {canSome ? <LineBoxes lines={lines} {...{ chosen, errors }} /> : null}
          <Submit kind="primary">解約の内容を確認する</Submit>
        </Form>
      ) : null}
    </>
  )
}

/** What can be cancelled now: the contract, or one of its lines. */
export const leavingOf = ({ whyContract, lines }: Pick<InputProps, 'whyContract' | 'lines'>) => ({
  canAll: whyContract?.allowed ?? true,
  canSome: lines.length > 1 && lines.some(({ why }) => why?.allowed ?? true),
})

/** Nothing is chosen for the member, but where there is one answer only. */
function answerOf({ scope }: Chosen, canAll: boolean, canSome: boolean) {
  return scope ?? (canAll && canSome ? undefined : canAll ? 'contract' : 'lines')
}

/** What everybody who leaves asks first, before any choice. */
function Facts({ whole }: { readonly whole: CancellationEstimate }) {
  const { feeYen, lastServiceOn, undoUntil, finalBill, remainingInstalmentsYen } = whole
  return (
    <>
      <KeyFigures
        what="いま申し込んだ場合"
        figures={[yenFigure('解約金', feeYen), dayFigure('最終利用日', lastServiceOn)]}
      />
      <Card className="card review__facts">
        <SummaryList
          entries={[
            [
              whole.lines.length > 1
                ? 'すべて解約する場合の、最後の月の請求（いま分かっている分）'
                : '最後の月の請求（いま分かっている分）',
              <>
                {formatTotal(finalBill)}
                <span className="flow-note">
                  日割りにならず、1か月分かかります。これからの通話料などが加わります。
                </span>
              </>,
            ],
            ['取り消し', undoUntil && `${formatLimit(undoUntil)}取り消せます。`],
            ...instalmentsEntry(remainingInstalmentsYen, '解約後'),
          ]}
        />
      </Card>
    </>
  )
}

function AfterCutOff({ whole }: { readonly whole: CancellationEstimate }) {
  return (
    <Notice tone="warning" title="今月末の解約の受付は終了しました">
      {`いま申し込むと、最終利用日は${formatDate(whole.lastServiceOn)}になります。`}
    </Notice>
  )
}

function LineBoxes({ lines, chosen, errors }: Pick<InputProps, 'lines' | 'chosen' | 'errors'>) {
  return (
    <fieldset className="field flow-if-lines" id="lineId">
      <legend className="field__label">解約する回線</legend>
      {errors['lineId'] === undefined ? null : <p className="field__error">{errors['lineId']}</p>}
      {lines.map((line) => (
        <Checkbox
          key={line.lineId}
          id={`line-${line.lineId}`}
          name="lineId"
          value={line.lineId}
          label={`${fullNameOfLine(line)} ${kindLabels[line.simKind]}`}
          defaultChecked={chosen.lineIds.includes(line.lineId)}
          disabled={line.why?.allowed === false}
          {...(line.why?.allowed === false ? { hint: line.why.message } : {})}
        />
      ))}
    </fieldset>
  )
}
