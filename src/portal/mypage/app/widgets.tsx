import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { widgetApi } from '#protocol/widget.ts'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'

type WidgetsProps = Partial<Pick<Stayed, 'typed'>> & {
  readonly widgets: Result<typeof widgetApi.widgetsGet>['widgets']
  readonly keys: FormKeys
  readonly refused?: Stayed['refused'] | undefined
  /** The address of the card that was just made. */
  readonly made?: string | undefined
}

/** Cards of what is left, each behind an address of its own: made, shown once, taken away. */
export function Widgets({ widgets, keys, refused, typed, made }: WidgetsProps) {
  const of = fieldsFrom(typed, errorsOf(refused))
  return (
    <Section id="widget" title="ウィジェット（残りだけを見せるカード）">
      <p>
        データの残り、高速のオン・オフ、期限だけを見せるアドレスを作れます。パスワードはいりません。名前・電話番号・料金は出ません。読めるのは1時間に60回までです。
      </p>
      {made === undefined ? null : <Made url={made} />}
      {widgets.map((widget) => (
        <Card key={widget.widgetId}>
          <h3>{widget.name}</h3>
          <p className="small">
            {widget.prefix}…・{formatDateTime(widget.madeAt)}に作成・
            {widget.lastReadAt === undefined
              ? 'まだ読まれていません'
              : `最後に読まれたのは${formatDateTime(widget.lastReadAt)}`}
          </p>
          <KeyedForm
            keys={keys}
            of={`remove.${widget.widgetId}`}
            values={{ intent: 'remove', widgetId: widget.widgetId }}
          >
            <Submit>「{widget.name}」を消す</Submit>
          </KeyedForm>
        </Card>
      ))}
      <KeyedForm
        keys={keys}
        of={`make.${widgets.length}`}
        values={{ intent: 'make' }}
        className="form"
      >
        <Field
          {...of('name')}
          label="どこに置きますか"
          hint="例：スマホのホーム画面"
          required
          maxLength={20}
          autoComplete="off"
        />
        <Submit kind="primary">ウィジェットを作る</Submit>
      </KeyedForm>
      <p className="small">
        置き方は<a href="/app/tool.html#widget">ウィジェットの置き方（iPhone・Android）</a>
        をご覧ください。ほかのすべてのログインを終わらせたとき、回線を家族に譲ったとき、ご契約が終わったときは、すべて読めなくなります。
      </p>
    </Section>
  )
}

function Made({ url }: { readonly url: string }) {
  return (
    <Card>
      <h3>アドレスを作りました</h3>
      <p>このアドレスは、いまだけ表示します。コピーして、置くところに貼り付けてください。</p>
      <ul>
        {forms.map(({ ending, label }) => (
          <li key={label}>
            {label}：<code>{url + ending}</code>
            <CopyButton text={url + ending} label={`${label}のアドレス`} />
          </li>
        ))}
      </ul>
      <Notice tone="warning">
        このアドレスを知っている人は、ログインせずに残りを見られます。人に教えず、知られたときは消してください。
      </Notice>
    </Card>
  )
}

const forms = [
  { ending: '', label: 'ページ' },
  { ending: '.svg', label: '絵' },
  { ending: '.json', label: 'プログラム用（JSON）' },
] as const
