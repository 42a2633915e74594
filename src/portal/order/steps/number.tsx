import { Field } from '#ui/field.tsx'
import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Select } from '#ui/select.tsx'
import { ApplyFrame, fieldsOf, ofLine, type StepProps } from '../frame.tsx'
import { isSamePlace } from '../places.ts'
import type { GivenLine } from '../wire.ts'

const choices = [
  {
    value: 'new',
    label: '新しい番号にする',
    hint: '090・080・070・060で始まる番号を、新しくご用意します。',
  },
  {
    value: 'oneStop',
    label: 'いまの番号を使う（予約番号なし）',
    hint: 'ワンストップ方式。いまの会社のページで手続きして、ここに戻ります。数分で済みます。',
  },
  {
    value: 'reservation',
    label: 'いまの番号を使う（MNP予約番号あり）',
    hint: 'いまの会社で受け取った10桁の番号と、その有効期限を入力します。',
  },
]

const takeover = {
  value: 'handover',
  label: 'ご家族の回線を譲り受ける（譲渡番号あり）',
  hint: '当社でご契約中のご家族が、マイページで受け取った10桁の番号を入力します。番号とSIMはそのまま使えます。',
}

/** In the order of the form. */
const numberLabels = {
  by: '電話番号',
  handoverNo: '譲渡番号',
  number: '電話番号',
  reservationNo: 'MNP予約番号',
  lastDay: '予約番号の有効期限',
}

export function NumberStep({ at, stayed }: StepProps) {
  const { application, place } = at
  const { line = 1 } = place
  const saved = application.answers.lines[line - 1]
  const isTakenOver = saved?.by === 'handover'
  const isVoice = saved?.kind === 'voice' || isTakenOver
  const isDone = application.steps.some((one) => isSamePlace(one, place) && one.done)
  const of = fieldsOf(stayed, {
    by: saved?.by,
    number: saved?.number,
    handoverNo: saved?.handoverNo,
    reservationNo: saved?.reservationNo,
    lastDay: saved?.lastDay,
  })
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title={isTakenOver ? '譲渡番号を入力してください' : ofLine(at, '電話番号を選んでください')}
      lead={
        isTakenOver
          ? '回線をゆずるご家族から聞いた、2つの番号を入力してください。手数料はかかりません。'
          : isVoice
            ? '番号を移すときも、いまの会社を先に解約しないでください。切り替えが済むと、自動で解約されます。'
            : '番号を移せるのは、音声通話SIMだけです。'
      }
      head={isDone ? <OneStop line={saved} /> : null}
      labels={numberLabels}
    >
      <RadioCards
        {...of('by')}
        label="電話番号"
        required
        options={[
          ...(isTakenOver ? [] : isVoice ? choices : choices.slice(0, 1)),
          // It begins a contract at a month rollover, alone.
          ...(isTakenOver || application.answers.lines.length === 1 ? [takeover] : []),
        ]}
      />
      <div className="apply-if-handed-over form">
        <Field
          {...of('handoverNo')}
          required
          label="譲渡番号（10桁）"
          inputMode="numeric"
          autoComplete="off"
          hint="ハイフンがあっても構いません。"
        />
      </div>
      <div className="apply-if-moved">
        <Field
          {...of('number')}
          required
          label={isTakenOver ? '譲り受ける回線の電話番号' : '移す電話番号'}
          hint="11桁。ハイフンがあっても構いません。"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
        />
      </div>
      {isVoice ? <Reservation of={of} lastDays={application.portInLastDays} /> : null}
    </ApplyFrame>
  )
}

type ReservationProps = {
  readonly of: ReturnType<typeof fieldsOf>
  readonly lastDays: readonly string[]
}

/** Of a number that comes by an MNP reservation number. */
const Reservation = ({ of, lastDays }: ReservationProps) => (
  <div className="apply-if-reserved form">
    <Field
      {...of('reservationNo')}
      required
      label="MNP予約番号（10桁）"
      inputMode="numeric"
      autoComplete="off"
      hint="ハイフンがあっても構いません。"
    />
    <Select
      {...of('lastDay')}
      required
      label="予約番号の有効期限"
      unchosen="選んでください"
      options={lastDays.map((day) => ({ value: day, label: formatDate(day) }))}
      hint="お届けと切り替えに日数がかかるため、ここにある期限の予約番号が必要です。足りないときは、いまの会社で取り直せます。"
    />
  </div>
)

/** The visit to the old carrier's page was not in vain; why one was is said above. */
function OneStop({ line }: { readonly line: GivenLine | undefined }) {
  if (line?.by !== 'oneStop') return null
  return (
    <Notice tone="good" title="いまの会社での手続きが済みました" role="status">
      この番号のまま、切り替えられます。このまま「次へ」お進みください。
    </Notice>
  )
}
