import { Arrival } from '#portal/mypage/flow/confirm-form.tsx'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { Stopped, errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { BeforeStage } from '#portal/mypage/shared/move-stage.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime, formatTotal } from '#ui/format.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import { nameOfPhone } from '#vocabulary/phone-move.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import type { MoveEstimate, PasskeyToShow } from './load.ts'
import { TapLink } from '#ui/text-link.tsx'

type ProofStepProps = Partial<Stayed> & {
  readonly estimate: MoveEstimate
  readonly passkey: PasskeyToShow
  readonly phone: string
  /** Before the way to the proof, from which the member is back. */
  readonly chosen: string | undefined
  readonly keys: FormKeys
  readonly note: ArrivalNote | undefined
}

/** Who moves the line shows who they are; who shows nothing waits a day, and every contact is told. */
export function ProofStep(props: ProofStepProps) {
  const { estimate, passkey, phone, chosen, keys, note, refused, typed } = props
  const [line] = estimate.lines
  const lineId = line?.lineId ?? ''
  const of = fieldsFrom(typed, errorsOf(refused))
  const hasOne = estimate.isProven || passkey.is === 'ready'
  return (
    <>
      <Arrival note={note} />
      <Stopped
        refused={refused}
        title="受け付けられませんでした"
        labels={{ proof: 'ご本人の確認' }}
      />
      <BeforeStage lineName={line && fullNameOfLine(line)} />
      <Card>
        <h2>費用</h2>
        <SummaryList entries={costs(estimate, phone)} />
      </Card>
      <KeyedForm
        keys={keys}
        of={estimate.conditions}
        values={{
          conditions: estimate.conditions,
          lineId,
          ...(phone.trim() === '' ? {} : { phone }),
        }}
        className="flow"
      >
        <RadioCards
          {...of('proof', chosen ?? (hasOne ? 'passkey' : undefined))}
          label="ご本人の確認"
          hint="乗っ取りを防ぐため、SIMを動かすときは確かめます。はじめの2つは、待たずに進めます。手紙は、届くまで数日かかります。"
          required
          options={[
            {
              value: 'passkey',
              label: 'パスキー',
              hint: passkeyHint(estimate, passkey),
              disabled: !hasOne,
            },
            {
              value: 'chip',
              label: 'マイナンバーカード・運転免許証のIC',
              hint: 'スマホの背にかざします。約2分。ご家族やお友だちのスマホでもできます。',
            },
            ...letterOption(estimate),
            {
              value: 'wait',
              label: 'どれも使えない',
              hint: '24時間待って移します。登録の連絡先すべてに知らせます。',
            },
          ]}
        />
        <Submit kind="primary">確かめて進む</Submit>
        <p className="small muted">確かめたことは、ログインの記録に残ります。</p>
      </KeyedForm>
      <TapLink href={withQuery(pages.phoneMove, { phone, another: '1' })}>
        回線と機種を選び直す
      </TapLink>
    </>
  )
}

/** Where no letter can go, why not: whoever has neither passkey nor card looks for another way. */
function letterOption({ letter }: MoveEstimate) {
  if (letter.reasonCode === 'LETTER_NOT_OFFERED') return []
  return [
    {
      value: 'letter',
      label: 'ご登録の住所に届く手紙',
      hint: letter.allowed
        ? `${letter.sentTo}に、確認コードを簡易書留でお送りします（無料）。数日で届き、${letter.days}日間使えます。`
        : (letter.message ?? ''),
      disabled: !letter.allowed,
    },
  ]
}

function passkeyHint({ isProven }: MoveEstimate, passkey: PasskeyToShow): string {
  if (isProven) return '確かめました。このまま進めます。'
  if (passkey.is === 'none') return '登録したパスキーはありません。'
  if (passkey.is === 'settling')
    return `追加したばかりのパスキーは、${formatDateTime(passkey.until)}から使えます。`
  return '登録したパスキーで、この端末の指紋や顔で。約3秒。'
}

function costs(estimate: MoveEstimate, typed: string): SummaryEntry[] {
  const { oneOff, freeMoves, phone } = estimate
  const { device } = phone
  const { perYear, left } = freeMoves
  const free = `1年に${perYear}回まで無料${left > 0 ? `（あと${left}回）` : ''}`
  return [
    [
      '今回の費用',
      <>
        <strong>{formatTotal(oneOff)}</strong>
        {oneOff.totalYen === 0 ? `　${free}` : `　${free}。切り替わった月のご利用分で請求します。`}
      </>,
    ],
    [
      '新しいスマホ',
      device === undefined
        ? typed.trim() === ''
          ? 'eSIMの使えるスマホをご用意ください。'
          : `${typed}（対応端末の一覧にありません。eSIMが使えるかを、端末の設定で確かめてください。）`
        : `${nameOfPhone(device)}（eSIMが使えます）`,
    ],
  ]
}
