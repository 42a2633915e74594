import { lineWithSim } from '#portal/mypage/shared/line-words.ts'
import { hourOptions } from '#portal/mypage/shared/hour-options.ts'
import { orderPage } from '#vocabulary/pages.ts'
import type { Asked, Order } from '#portal/mypage/order/load.ts'
import { ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { ButtonLink, ButtonLinkRow, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { Field } from '#ui/field.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Select } from '#ui/select.tsx'
import { hasNumber } from '#vocabulary/line.ts'
import type { OrderedOperation } from '#vocabulary/operation.ts'

type Switched = {
  readonly operation: OrderedOperation
  readonly lines: readonly { readonly number: string }[]
}

/** What the switch-over ends: another SIM of ours, a contract elsewhere, or nothing at all. */
export function switchWords({ operation, lines }: Switched): string {
  if (operation !== 'lineOpen' && operation !== 'simAdd')
    return '切り替わると、いまのSIMは使えなくなり、新しいSIMで通信・通話できるようになります。'
  return lines.some(hasNumber)
    ? '切り替わると、電話番号がいまの契約先からこの回線に移り、通信・通話できるようになります。いまの契約先のご契約は、そのときに自動で解約になります。'
    : '切り替わると、この回線が開通し、通信できるようになります。'
}

type ActionsProps = {
  readonly order: Order
  readonly asked: Asked | undefined
  readonly keys: FormKeys
  readonly refused?: Stayed['refused'] | undefined
  readonly typed?: Stayed['typed'] | undefined
}

/** What the member can do with the order now. What cannot be done any more says why. */
export function Actions(props: ActionsProps) {
  const { order, asked, keys } = props
  const { cancel, switchOver, checkIdentity, renewPortIn } = order.actions
  const { undoPath } = order
  const href = orderPage(order.orderNo)
  if (asked === 'cancel' && cancel.allowed) return <CancelOrder order={order} keys={keys} />
  if (asked === 'switch' && switchOver.allowed) return <SwitchOver order={order} keys={keys} />
  if (asked === 'portIn' && renewPortIn.allowed) return <RenewPortIn {...props} />
  return (
    <>
      {renewPortIn.allowed ? (
        <ButtonLinkRow kind="primary" href={`${href}&ask=portIn`}>
          予約番号を入れ直す
        </ButtonLinkRow>
      ) : null}
      {checkIdentity.allowed ? <StartIdentity order={order} keys={keys} /> : null}
      {switchOver.allowed || cancel.allowed || undoPath !== undefined ? (
        <ButtonRow>
          {switchOver.allowed ? (
            <ButtonLink
              kind={isSwitchNext(props) ? 'primary' : 'secondary'}
              href={`${href}&ask=switch`}
            >
              {order.switchAt === undefined ? '切り替えの日時を選ぶ' : '切り替えの日時を変える'}
            </ButtonLink>
          ) : null}
          {cancel.allowed ? (
            <ButtonLink href={`${href}&ask=cancel`}>お申し込みを取り消す</ButtonLink>
          ) : null}
          {undoPath === undefined ? null : <ButtonLink href={undoPath}>予約を取り消す</ButtonLink>}
        </ButtonRow>
      ) : null}
      {!cancel.allowed && !order.final && cancel.message !== undefined ? (
        <p className="small">{cancel.message}</p>
      ) : null}
    </>
  )
}

/** An eSIM's code is shown first: it is installed before the line is switched over to it. */
const isSwitchNext = ({ order, asked }: ActionsProps) =>
  order.switchAt === undefined && (order.esim === undefined || asked === 'esim')

function CancelOrder({ order, keys }: { readonly order: Order; readonly keys: FormKeys }) {
  const { orderNo, title } = order
  return (
    <Card>
      <h2>お申し込みの取り消し</h2>
      <p>
        「{title}」（受付番号 {orderNo}
        ）を取り消します。費用はかかりません。取り消したあとで必要になったときは、もう一度お申し込みください。
      </p>
      <ConfirmForm
        keys={keys}
        conditions={`cancel.${orderNo}`}
        values={{ intent: 'cancel', orderNo }}
        submitLabel="お申し込みを取り消す"
        kind="danger"
        back={{ href: orderPage(orderNo), label: '取り消さずに戻る' }}
      />
    </Card>
  )
}

function SwitchOver({ order, keys }: { readonly order: Order; readonly keys: FormKeys }) {
  const { orderNo, switchHours, confirmedEstimate } = order
  return (
    <Card>
      <h2>切り替えの日時</h2>
      <p>{order.lines.map(lineWithSim).join('、')}</p>
      <p>
        {switchWords(order)}
        {order.esim === undefined ? haveSim : haveProfile}
      </p>
      {confirmedEstimate === undefined ? null : <p>{confirmedEstimate.interruption.message}</p>}
      <ConfirmForm
        keys={keys}
        conditions={`switch.${orderNo}.${order.updatedAt}`}
        values={{ intent: 'switch', orderNo }}
        submitLabel="この日時で切り替える"
        back={{ href: orderPage(orderNo), label: '選ばずに戻る' }}
      >
        <Select
          name="switchAt"
          label="切り替える日時"
          defaultValue={order.switchAt ?? ''}
          options={[{ value: '', label: 'いますぐ切り替える' }, ...hourOptions(switchHours)]}
        />
      </ConfirmForm>
    </Card>
  )
}

const haveSim = 'SIMが手元にあることを確かめてから選んでください。'
const haveProfile = 'eSIMを端末に追加したことを確かめてから選んでください。'

/** The old carrier did not let go of the number: another reservation, or a number of ours. */
function RenewPortIn({ order, keys, refused, typed }: ActionsProps) {
  const { orderNo, message } = order
  const of = fieldsFrom(typed, errorsOf(refused))
  return (
    <Card>
      <h2>MNP予約番号の入れ直し</h2>
      <p>{message}</p>
      <ConfirmForm
        keys={keys}
        conditions={`port-in.${orderNo}.${order.updatedAt}`}
        values={{ intent: 'port-in', orderNo }}
        submitLabel="この内容で進める"
        back={{ href: orderPage(orderNo), label: '入れ直さずに戻る' }}
      >
        <RadioCards
          {...of('by', 'reservation')}
          label="電話番号"
          required
          options={[
            { value: 'reservation', label: '新しい予約番号で、いまの番号を移す' },
            { value: 'newNumber', label: '番号は移さず、新しい番号で契約する' },
          ]}
        />
        <Field
          {...of('reservationNo')}
          label="MNP予約番号（10桁）"
          inputMode="numeric"
          autoComplete="off"
          hint="いまの番号を移すときだけ入力してください。"
        />
      </ConfirmForm>
    </Card>
  )
}

function StartIdentity({ order, keys }: { readonly order: Order; readonly keys: FormKeys }) {
  const { orderNo, identity } = order
  return (
    <Card>
      <h2>本人確認</h2>
      <p>
        {identity?.message ??
          'このお手続きには、法律により本人確認が必要です。本人確認書類のICチップを読み取って確認します。'}
      </p>
      {identity?.asked === undefined ? null : (
        <Notice title="担当者からのお願い">{identity.asked}</Notice>
      )}
      {identity?.expiresAt === undefined ? null : (
        <p>
          <strong>{formatDateTime(identity.expiresAt)}</strong>までに済ませてください。
        </p>
      )}
      <p>
        マイナンバーカードなどの本人確認書類を手元に用意して進んでください。マイナンバー（12桁の番号）は読み取りも保存もしません。
      </p>
      {identity?.attemptsLeft === undefined ? null : <p>あと{identity.attemptsLeft}回試せます。</p>}
      <KeyedForm
        keys={keys}
        of={`identity.${orderNo}.${order.updatedAt}`}
        values={{ intent: 'identity', orderNo, back: orderPage(orderNo) }}
      >
        <Submit kind="primary">本人確認へ進む</Submit>
      </KeyedForm>
    </Card>
  )
}
