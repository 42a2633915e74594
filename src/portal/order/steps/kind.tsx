import { formatYen } from '#ui/format.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { kindLabels, lineKinds, type LineKind } from '#vocabulary/line.ts'
import { ApplyFrame, fieldsOf, ofLine, type StepProps } from '../frame.tsx'

const words: Readonly<Record<LineKind, { label: string; hint: string }>> = {
  voice: {
    label: '電話もかける',
    hint: '090・080・070・060の番号で通話とSMSができます。いまの番号も移せます。',
  },
  sms: { label: 'SMSだけ使う', hint: '番号でSMSを送受信できます。通話はできません。' },
  data: {
    label: '通信だけ',
    hint: 'タブレットやルーター向けです。電話番号での連絡はできません。',
  },
}

const takeover = {
  value: 'handover',
  label: 'ご家族の回線を譲り受ける',
  hint: 'ご家族から譲渡番号を聞いている方。種類とSIMはいまのまま変わりません。',
}

export function KindStep({ at, stayed }: StepProps) {
  const { application, carried, plans, place } = at
  const { line = 1 } = place
  const saved = application.answers.lines[line - 1]?.kind ?? carried.kinds[line - 1]
  const isAlone = application.answers.lines.length === 1
  const of = fieldsOf(stayed, { kind: saved })
  const monthlyYen = plans.find(({ plan }) => plan === application.answers.plan)?.monthlyYen
  return (
    <ApplyFrame at={at} stayed={stayed} title={ofLine(at, '音声通話を使いますか')}>
      <RadioCards
        {...of('kind')}
        label="SIMの種別"
        required
        options={[
          ...lineKinds.toReversed().map((kind) => ({
            value: kind,
            label: words[kind].label,
            hint: `${kindLabels[kind]}。${words[kind].hint}${application.identified.includes(kind) ? '本人確認があります。' : ''}`,
            // Of further lines the running price says what they add.
            beside: line === 1 && monthlyYen ? `月${formatYen(monthlyYen[kind])}` : undefined,
          })),
          ...(isAlone ? [takeover] : []),
        ]}
      />
    </ApplyFrame>
  )
}
