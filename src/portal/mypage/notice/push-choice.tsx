import { type NoticeKind, noticeKindLabels, noticeKinds } from '#vocabulary/notice.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Select } from '#ui/select.tsx'

export type Choice = {
  readonly kinds: readonly NoticeKind[]
  readonly withDetails: boolean
  readonly quietFrom?: number | undefined
  readonly quietUntil?: number | undefined
}

const about: Readonly<Record<NoticeKind, string>> = {
  procedure: 'SIMの発送、手続きの結果、取り消せる期限',
  billing: 'お支払いの結果、料金の上限',
  debt: 'お支払いが確認できないときと、その期日',
  alert:
    '残りが少ないとき、3日間の通信量が上限に近いとき。お知らせする量は「データ残量のお知らせ」で決めます',
  data: 'データチャージの購入、高速データ通信の切り替え',
  outage: 'あなたの回線に関わる障害と工事',
  security: 'はじめての端末からのログインなど。時間帯によらず、いつも届きます。',
}

const usualHours = ['21-7', '22-6', '22-7', '22-8', '23-6', '23-7', '0-6', '0-7']

/** One choice of two hours: neither can be missing, nor both the same. */
const quietOptions = (own: string) =>
  [...new Set(['', ...usualHours, own])].map((value) => {
    const [from, until] = value.split('-')
    return { value, label: value === '' ? 'なし' : `${from}:00から${until}:00まで` }
  })

/** The two hours that the wire takes, out of the one choice of the form. */
export function fillQuiet(form: FormData): void {
  const quiet = form.get('quiet')
  const [from = '', until = ''] = typeof quiet === 'string' ? quiet.split('-') : []
  form.set('quietFrom', from)
  form.set('quietUntil', until)
}

type Props = {
  /** In front of the ids: a page has one such group for each device. */
  readonly of: string
  readonly choice: Choice
  readonly always: readonly NoticeKind[]
}

/** What one device is told of, what stands on its screen, and when it stays silent. */
export function ChoiceFields({ of, choice, always }: Props) {
  const { kinds, withDetails, quietFrom, quietUntil } = choice
  const quiet = quietFrom === undefined ? '' : `${quietFrom}-${quietUntil}`
  return (
    <>
      <fieldset className="push-kinds">
        <legend>受け取る種類</legend>
        {noticeKinds.map((kind) => (
          <Checkbox
            key={kind}
            id={`${of}-${kind}`}
            name="kinds"
            value={kind}
            label={noticeKindLabels[kind]}
            hint={about[kind]}
            defaultChecked={kinds.includes(kind) || always.includes(kind)}
            disabled={always.includes(kind)}
          />
        ))}
      </fieldset>
      <Select
        id={`${of}-quiet`}
        name="quiet"
        label="静かにする時間"
        hint="このあいだのお知らせは、終わりの時刻に届きます。"
        options={quietOptions(quiet)}
        defaultValue={quiet}
      />
      <Checkbox
        id={`${of}-withDetails`}
        name="withDetails"
        value="on"
        label="件名と数字も画面に出す"
        hint="選ばなければ「データ残量のお知らせがあります」のように、種類だけが出ます。お名前と電話番号は、どちらでも出ません。"
        defaultChecked={withDetails}
      />
    </>
  )
}
