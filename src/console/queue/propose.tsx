import type { ReactNode } from 'react'
import { consoleActs, type ConsoleAct } from '#vocabulary/console.ts'
import { slipFields, type GuardedOperation } from '#vocabulary/guarded.ts'
import { identityDocuments, identityMethods, type IdentityMethod } from '#vocabulary/identity.ts'
import { optionsOf } from '#vocabulary/state-words.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { cameBack } from '#console/parts/came-back.ts'
import { Press } from '#console/parts/press.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Fold } from '#console/parts/fold.tsx'
import type { LoadedQueue, OpenedItem } from './load.ts'
import { fieldId } from '#console/queue/field-id.ts'

type ProposeProps = {
  readonly act: ConsoleAct
  readonly loaded: LoadedQueue
  readonly opened: OpenedItem
  readonly stayed: Stayed | undefined
}

/** 確認 of what two people do: what the other one will compare, and why. It lies in the item's case. */
export function Propose({ act, loaded, opened, stayed }: ProposeProps) {
  const { row, methods = [] } = opened
  const operation = operationOf[act]
  if (operation === undefined) return null
  if (row.ticketNo === undefined)
    return (
      <p className="muted">
        「{consoleActs[act]}」は2人で行います。この件を受け持つと、提案できます。
      </p>
    )
  const values = { queue: loaded.queue, item: row.item, ref: row.ref }
  const fields = fieldsOf[operation]
  return (
    <Fold
      title={`${consoleActs[act]}（2人で行う）`}
      isOpen={stayed?.typed['operation'] === operation}
    >
      <Press
        keys={loaded.keys}
        answersAbove
        intent="propose"
        values={{ ...values, operation, ticketNo: row.ticketNo }}
        kind="primary"
        fields={
          <>
            {fields?.(stayed, { today: loaded.today, methods })}
            <TextArea
              id={fieldId(operation, 'reason')}
              {...cameBack(stayed, 'propose', 'reason')}
              label="提案の理由"
              hint="承認する人が読みます。200文字まで。"
              required
              rows={3}
            />
            <p className="muted">
              ほかの人が承認すると、すぐに実行します。提案した人は承認できません。
            </p>
          </>
        }
      >
        提案する
      </Press>
    </Fold>
  )
}

const operationOf: Partial<Record<ConsoleAct, GuardedOperation>> = {
  'identity.approve': 'identityApproved',
  'succession.accept': 'successionAccepted',
  'line.unfreeze': 'lineUnfrozen',
  'refund.transferred': 'refundTransferred',
  'exchange.record': 'exchangeRecorded',
}

type FieldsOf = (
  stayed: Stayed | undefined,
  given: { readonly today: string; readonly methods: readonly IdentityMethod[] },
) => ReactNode

const typed = (stayed: Stayed | undefined, name: string) => ({
  autoComplete: 'off',
  ...cameBack(stayed, 'propose', name),
})

const fieldsOf: Partial<Record<GuardedOperation, FieldsOf>> = {
  identityApproved: (stayed, { methods }) => (
    <>
      <Select
        label="確認の方法"
        unchosen="読み取った書類による"
        options={optionsOf(identityMethods, methods)}
        {...typed(stayed, 'method')}
      />
      <Select
        label="確認した書類"
        unchosen="書類を見たときに選びます"
        options={optionsOf(identityDocuments)}
        {...typed(stayed, 'document')}
      />
      <Field
        label="書類の番号"
        hint="書類を見たとき。マイナンバーは書きません。"
        {...typed(stayed, 'number')}
      />
    </>
  ),
  lineUnfrozen: (stayed) => (
    <TextArea label="確かめたこと" required rows={3} {...typed(stayed, 'finding')} />
  ),
  refundTransferred: (stayed, { today }) => (
    <>
      <Field
        label={slipFields.transferredOn}
        type="date"
        required
        max={today}
        {...typed(stayed, 'transferredOn')}
      />
      <Field
        label={slipFields.amountYen}
        required
        inputMode="numeric"
        {...typed(stayed, 'amountYen')}
      />
      <Field label={slipFields.reference} required {...typed(stayed, 'reference')} />
      <Field
        label={slipFields.accountEnd}
        required
        inputMode="numeric"
        {...typed(stayed, 'accountEnd')}
      />
      <p className="muted">
        承認する人も、同じ控えから打ち込みます。1つでも合わないと、2人とも打ち直します。
      </p>
    </>
  ),
  exchangeRecorded: (stayed, { today }) => (
    <>
      <Select
        label="書面の回答"
        required
        unchosen="選んでください"
        options={[
          { value: 'accepted', label: '受け付けた' },
          { value: 'rejected', label: '断った' },
        ]}
        {...typed(stayed, 'outcome')}
      />
      <Field label="書面の日付" type="date" required max={today} {...typed(stayed, 'writtenOn')} />
      <Field label="書面の番号" required {...typed(stayed, 'reference')} />
    </>
  ),
}
