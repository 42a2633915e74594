import type { ReactNode } from 'react'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { AfterMove } from '#portal/mypage/shared/after-move.tsx'
import { AddHere, EsimQr, typedCodes } from '#portal/mypage/shared/esim-code.tsx'
import { MoveStage } from '#portal/mypage/shared/move-stage.tsx'
import type { Phone } from '#portal/mypage/shared/phone.ts'
import { useLookAgain } from '#portal/mypage/shared/use-look-again.ts'
import type { Move } from '#portal/mypage/shared/wire.ts'
import { Accordion } from '#ui/accordion.tsx'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { DayRing } from '#ui/two-phones.tsx'
import { LETTER_CODE_DIGITS } from '#vocabulary/phone-move.ts'
import { orderPage, pages, phoneMovePage, withQuery } from '#vocabulary/pages.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import type { MoveCode } from './load.ts'
import { TapLink } from '#ui/text-link.tsx'

type MoveStepProps = {
  readonly move: Move
  readonly code?: MoveCode | undefined
  readonly codeRefused?: Refusal<ErrorCode> | undefined
  readonly phone: Phone | undefined
  readonly keys: FormKeys
  readonly stayed?: Stayed | undefined
}

const LOOK_EVERY_MS = 4_000

/** While something outside is awaited: the profile, the phone, the switch-over. */
const isAwaiting = ({ state, onHoldUntil }: Move) =>
  onHoldUntil === undefined &&
  ['requested', 'profile_ready', 'downloaded', 'switching', 'rolling_back'].includes(state)

export function MoveStep(props: MoveStepProps) {
  const { move, stayed } = props
  useLookAgain(isAwaiting(move), LOOK_EVERY_MS)
  return (
    <>
      <Stopped
        refused={stayed?.refused}
        title="受け付けられませんでした"
        labels={{ letterCode: '手紙の確認コード' }}
      />
      {move.since === undefined ? <MoveStage move={move} /> : null}
      <div role="status">
        <p className="lead">{move.message}</p>
        {move.since === undefined ? null : <p>{sinceWords[move.since]}</p>}
        {move.suspensionReason === 'fraud' && !move.final ? (
          <p>この回線の利用を止めているため、移行も止まっています。お問い合わせください。</p>
        ) : null}
      </div>
      {move.readAgainAt === undefined ? null : (
        <Notice tone="warning" title="ほかの端末でもコードが読み取られようとしました">
          {formatDateTime(move.readAgainAt)}
          。コードは1台だけで使えるため、2台目には入っていません。お心当たりがないときは、取りやめてください。
        </Notice>
      )}
      <Now {...props} />
      {move.canWithdraw ? <Withdraw {...props} /> : null}
      <TapLink href={orderPage(move.orderNo)}>お手続きの経過を見る</TapLink>
    </>
  )
}

const sinceWords: Readonly<Record<NonNullable<Move['since']>, string>> = {
  lineEnded: 'この回線は、すでに終了しています。',
  otherSim: 'このあと、ほかのSIMのお手続きがあったため、いまの状態とは違うことがあります。',
}

function Now(props: MoveStepProps) {
  const { move } = props
  if (move.onHoldUntil !== undefined || move.since === 'lineEnded') return null
  switch (move.state) {
    case 'id_check':
      return props.move.letter === undefined ? <Chip {...props} /> : <Letter {...props} />
    case 'profile_ready':
    case 'downloaded':
      return <Read {...props} />
    case 'seen':
      return move.canSwitch ? <Switch {...props} /> : null
    case 'requested':
    case 'switching':
    case 'rolling_back':
      return <LookAgain orderNo={move.orderNo}>最新の状況を見る</LookAgain>
    case 'switched':
      return <Switched {...props} />
    case 'completed':
      return move.since === undefined ? <Completed {...props} /> : null
    default:
      return move.final ? <Over /> : null
  }
}

/** One press of this page, under a key of its own for each state it is pressed in. */
function Press({
  move: { orderNo, state },
  keys,
  intent,
  kind,
  children,
}: Pick<MoveStepProps, 'move' | 'keys'> & {
  readonly intent: string
  readonly kind?: 'primary' | 'secondary' | 'danger'
  readonly children: ReactNode
}) {
  return (
    <KeyedForm
      keys={keys}
      of={`${intent}.${orderNo}.${state}`}
      values={{ intent, orderNo, back: phoneMovePage(orderNo) }}
      className="flow"
    >
      <Submit kind={kind}>{children}</Submit>
    </KeyedForm>
  )
}

function LookAgain({ orderNo, children }: { readonly orderNo: string; readonly children: string }) {
  return <ButtonLinkRow href={phoneMovePage(orderNo)}>{children}</ButtonLinkRow>
}

function Chip(props: MoveStepProps) {
  const { identity } = props.move
  const isOver = identity?.state === 'manual'
  return (
    <Card>
      <h2>ICチップでのご本人の確認</h2>
      <p>
        {identity?.message ?? 'マイナンバーカードや運転免許証のICチップを読み取って確認します。'}
      </p>
      {identity?.asked === undefined ? null : (
        <Notice title="担当者からのお願い">{identity.asked}</Notice>
      )}
      {isOver ? null : (
        <Press {...props} intent="chip" kind="primary">
          ICチップの読み取りに進む
        </Press>
      )}
      <p className="small muted">
        確認が済むまで、何も変わりません。読み取れないときは取りやめて、ほかの方法を選び直せます。
      </p>
    </Card>
  )
}

/** The letter is on its way, or lies on the table: its code is typed here, on whichever device the member is. */
function Letter(props: MoveStepProps) {
  const { move, keys, stayed } = props
  const { letter, orderNo } = move
  if (letter === undefined) return null
  const { sentTo, sentAt, trackingNo, expiresAt, triesLeft } = letter
  return (
    <Card>
      <h2>手紙の確認コード</h2>
      <SummaryList
        entries={[
          ['送り先', `${sentTo}（簡易書留・転送不要）`],
          ['発送', sentAt === undefined ? '準備しています' : `${formatDateTime(sentAt)}に手配`],
          ['追跡番号', trackingNo],
          ['使える期限', formatLimit(expiresAt)],
        ]}
      />
      <KeyedForm
        keys={keys}
        of={`letter.${orderNo}.${triesLeft}`}
        values={{ intent: 'letter', orderNo }}
        className="flow"
      >
        <Field
          name="letterCode"
          label="手紙の確認コード"
          required
          inputMode="numeric"
          autoComplete="off"
          defaultValue={stayed?.typed['letterCode'] ?? ''}
          hint={`${LETTER_CODE_DIGITS}けたの数字です。あと${triesLeft}回まで入力できます。`}
          error={errorsOf(stayed?.refused, 'letterCode')['letterCode']}
        />
        <Submit kind="primary">確認コードを確かめる</Submit>
      </KeyedForm>
      <p className="small muted">確認が済むまで、何も変わりません。</p>
    </Card>
  )
}

/** The code in every way a phone takes it; nothing is switched over by reading it. */
function Read({ move, code, codeRefused, phone }: MoveStepProps) {
  return (
    <>
      <Card>
        <h2>新しいスマホで読み取る</h2>
        {codeRefused === undefined ? null : <RefusalNotice reason={codeRefused} />}
        {code === undefined ? (
          <>
            <p>コードは、ご本人の確認をした端末だけに表示します。ほかの人に見せないでください。</p>
            <ButtonLinkRow kind="primary" href={`${phoneMovePage(move.orderNo)}&ask=code`}>
              コードを表示する
            </ButtonLinkRow>
          </>
        ) : (
          <CodeToRead code={code} phone={phone} />
        )}
        {move.expiresAt === undefined ? null : (
          <p className="small">コードは{formatDateTime(move.expiresAt)}まで、1回だけ使えます。</p>
        )}
      </Card>
      <Notice tone="info" title="まだ切り替わりません">
        新しいスマホに入ったことを確かめてから、次の画面で切り替えます。
      </Notice>
      <LookAgain orderNo={move.orderNo}>
        {move.state === 'downloaded'
          ? '新しいスマホの電波を確かめています…'
          : '新しいスマホを待っています…'}
      </LookAgain>
    </>
  )
}

function CodeToRead({
  code,
  phone,
}: {
  readonly code: MoveCode
  readonly phone: Phone | undefined
}) {
  return (
    <>
      <AddHere activationCode={code.activationCode} phone={phone} />
      <div className="move-code">
        <EsimQr qrSvg={code.qrSvg} />
        <ol>
          <li>設定 → モバイル通信</li>
          <li>eSIMを追加</li>
          <li>このコードを写す</li>
        </ol>
      </div>
      <Accordion title="カメラで写せないとき">
        <SummaryList entries={typedCodes(code)} />
      </Accordion>
    </>
  )
}

function Switch(props: MoveStepProps) {
  return (
    <Card>
      <h2>新しいスマホに切り替える</h2>
      <p>
        切り替えのとき、数分ほど通信と通話が使えません。
        {props.move.wasLost
          ? 'なくしたスマホには戻せません。'
          : '切り替えてから24時間は、元のスマホに戻せます。'}
      </p>
      <Press {...props} intent="switch" kind="primary">
        新しいスマホに切り替える
      </Press>
    </Card>
  )
}

const DAY_MS = 24 * 3_600_000

function Switched(props: MoveStepProps) {
  const { move } = props
  const { undoUntil, asOf, wasLost } = move
  const leftMs = undoUntil === undefined ? 0 : Date.parse(undoUntil) - Date.parse(asOf)
  return (
    <>
      <Card>
        <h2>電話・SMS・データを確かめてください</h2>
        <SummaryList
          entries={[
            ['データ通信', 'Wi-Fiを切って、このページを開き直します。'],
            ['SMSの受信', 'ご家族などから、SMSを送ってもらいます。'],
            ['発信', '111番にかけて確かめます（無料）。'],
          ]}
        />
      </Card>
      {wasLost ? (
        <Notice tone="info" title="紛失のときの利用停止を、解除してください">
          <p>新しいスマホが手元にあることを確かめてから、利用を再開してください。</p>
          <TapLink href={pages.lost}>利用を再開する</TapLink>
        </Notice>
      ) : null}
      {move.canRollBack && undoUntil !== undefined ? (
        <Card>
          <div className="move-back">
            <DayRing share={leftMs / DAY_MS} label={`${Math.ceil(leftMs / 3_600_000)}h`} />
            <div>
              <h2>{formatLimit(undoUntil)}、元に戻せます</h2>
              <p>古いSIMは捨てずに、持っていてください。</p>
            </div>
          </div>
          <Press {...props} intent="back" kind="secondary">
            元のスマホに戻す
          </Press>
        </Card>
      ) : null}
      <TapLink href="/apn">通信できないときは、APN（接続先）の設定を確かめる</TapLink>
    </>
  )
}

/** Of a lost phone a move is complete at once: what is to be tried stands there then. */
function Completed(props: MoveStepProps) {
  const { move } = props
  return (
    <>
      {move.wasLost ? <Switched {...props} /> : null}
      <Card>
        <h2>これからの使い方</h2>
        <AfterMove move={move} />
      </Card>
    </>
  )
}

function Over() {
  return (
    <ButtonLinkRow href={withQuery(pages.phoneMove, { another: '1' })}>
      もう一度、新しいスマホに移す
    </ButtonLinkRow>
  )
}

function Withdraw(props: MoveStepProps) {
  return (
    <details className="move-withdraw">
      <summary>移行を取りやめる</summary>
      <p>取りやめても、いまのスマホはそのまま使えます。料金はかかりません。</p>
      <Press {...props} intent="withdraw" kind="danger">
        移行を取りやめる
      </Press>
    </details>
  )
}
