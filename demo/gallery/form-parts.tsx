import { Amount } from '#ui/amount.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Segments } from '#ui/segments.tsx'
import { Select } from '#ui/select.tsx'
import { StepRing } from '#ui/step-ring.tsx'
import { Switch } from '#ui/switch.tsx'
import { type GalleryPart, part, statesOf } from './gallery-part.ts'

const sizes = [
  { value: '13', label: '3GB', hint: '動画を少し見る方に', beside: <Amount yen={1188} /> },
  { value: '15', label: '5GB', beside: <Amount yen={1408} /> },
  {
    value: '18',
    label: '8GB',
    hint: '変更の予約があるため、2026年12月1日（火）から選べます',
    beside: <Amount yen={1628} />,
    disabled: true,
  },
]

export const formParts: readonly GalleryPart[] = [
  part('segments', '1列の選択肢', {
    '通常、続きの選択肢つき': (
      <Segments
        id="g-data"
        name="g-data"
        label="データ"
        chosen="3"
        segments={[
          { value: '1', label: '1', unit: 'GB' },
          { value: '3', label: '3', unit: 'GB' },
        ]}
        more={{ label: 'ほか', unit: 'GB', segments: [{ value: '20', label: '20' }] }}
      />
    ),
  }),
  part('field', '入力欄', {
    通常: (
      <Field
        name="g-zip"
        label="郵便番号"
        hint="ハイフンはあってもなくてもかまいません。"
        size={10}
        inputMode="numeric"
        autoComplete="postal-code"
        required
      />
    ),
    '入力済み、任意': (
      <Field name="g-nickname" label="回線の呼び名" defaultValue="母のスマートフォン" />
    ),
    エラー: (
      <Field
        name="g-phone"
        label="連絡先の電話番号"
        hint="市外局番から入力してください。"
        error="数字が1つ足りません。10桁または11桁で入力してください。"
        defaultValue="090000000"
        required
      />
    ),
    何行も書く欄: <TextArea name="g-opinion" label="ご意見" hint="1,000字まで書けます。" />,
  }),
  part('select', '選択欄', {
    未選択: (
      <Select
        name="g-month"
        label="明細の月"
        unchosen="選んでください"
        options={[
          { value: '2026-11', label: '2026年11月' },
          { value: '2026-10', label: '2026年10月' },
        ]}
        required
      />
    ),
    エラー: (
      <Select
        name="g-line"
        label="回線"
        error="回線を選んでください。"
        options={[{ value: '', label: '選んでください' }]}
        required
      />
    ),
  }),
  part('radio-cards', '選択カード', {
    '選択済みと、選べないもの': (
      <RadioCards name="g-size" label="データ容量" options={sizes} defaultValue="13" />
    ),
    'エラー、横に並べる': (
      <RadioCards
        name="g-kind"
        label="SIMの種類"
        error="SIMの種類を選んでください。"
        columns
        options={[
          { value: 'data', label: 'データ' },
          { value: 'sms', label: 'データ＋SMS' },
          { value: 'voice', label: '音声通話' },
        ]}
      />
    ),
  }),
  part('checkbox', 'チェック欄', {
    未選択: <Checkbox name="g-agree" label="重要事項説明を読み、同意します" />,
    '選択済み、補足': (
      <Checkbox
        name="g-mail"
        label="残量が少なくなったらメールで知らせる"
        hint="残り1GBと残り0.5GBで送ります。"
        defaultChecked
      />
    ),
    エラー: (
      <Checkbox
        name="g-terms"
        label="契約約款を読み、同意します"
        error="先へ進むには、約款への同意が必要です。"
      />
    ),
  }),
  part('switch', 'スイッチ', {
    オン: <Switch id="g-fast" name="fast" label="高速データ通信" on />,
    オフ: <Switch id="g-slow" name="slow" label="高速データ通信" on={false} />,
    今は切り替えられない: (
      <Switch
        id="g-locked"
        name="locked"
        label="高速データ通信"
        on
        locked="切り替えは1分に1回までです。18:06から切り替えられます。"
      />
    ),
  }),
  part('error-summary', 'エラーのまとめ', {
    '2件': (
      <ErrorSummary
        errors={[
          { fieldId: 'g-phone', message: '連絡先の電話番号の桁数が足りません。' },
          { fieldId: 'g-kind', message: 'SIMの種類を選んでください。' },
        ]}
      />
    ),
  }),
  part(
    'step-indicator',
    '手続きの進み具合',
    statesOf(
      [0, 1, 2],
      (current) => `${current + 1}番目`,
      (current) => <StepRing current={current} />,
    ),
  ),
]
