import { type NoticeKind, noticeKindLabels } from '#vocabulary/notice.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { useIsOffered } from '#portal/mypage/shared/use-is-offered.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import { noticeApi } from '#protocol/notice.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/setting.ts'

const title = 'お知らせの設定'

type Settings = Result<typeof noticeApi.noticeSettingGet>
type Setting = Settings['kinds'][number]

export async function loader({ context, url }: Route.LoaderArgs) {
  const settings = await ask(url, callOf(context)(noticeApi.noticeSettingGet))
  return { settings, isSaved: url.searchParams.has('saved'), keys: freshKeysOf(context) }
}

export const action = actions(
  {
    save: {
      endpoint: noticeApi.noticeSettingPut,
      to: withQuery(pages.noticeSettings, { saved: '1' }),
    },
  },
  'save',
)

export const meta = mypageMeta(title)

export default function NoticeSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, isSaved, keys } = loaderData
  const { mailTo, smsTo } = settings
  const isAlertOffered = useIsOffered(pages.alert)
  // What is chosen on another page is named only to whom that page opens.
  const kinds = settings.kinds.filter(({ mailRule }) => mailRule !== 'elsewhere' || isAlertOffered)
  return (
    <Frame title={title} way={[pages.notices]}>
      <Stopped refused={actionData?.refused} title="保存できませんでした" />
      {isSaved && actionData === undefined ? (
        <Notice tone="good" role="status" title="設定を保存しました">
          次のお知らせから、選んだとおりにお送りします。
        </Notice>
      ) : null}
      <p className="lead">
        どのお知らせも、マイページの<a href={pages.notices}>お知らせ</a>
        に24か月のあいだ残ります。メールとSMSでも受け取るかどうかを、種類ごとに選べます。
      </p>
      <p className="small notice-ways">
        <span>メールの送り先：{mailTo}</span>
        <span>
          SMSの送り先：
          {smsTo ?? 'SMSの届く番号の登録がありません（携帯電話の番号を登録すると選べます）'}
        </span>
        <a href={pages.user}>送り先を確認・変更する</a>
        <a href={pages.push}>端末の画面でも受け取る（プッシュ通知）</a>
      </p>
      <KeyedForm keys={keys} of="save">
        <div className="card notice-kinds">
          {kinds.map((setting) => (
            <KindRow key={setting.kind} setting={setting} hasPhone={smsTo !== undefined} />
          ))}
        </div>
        <SubmitRow kind="primary">この内容で保存する</SubmitRow>
      </KeyedForm>
    </Frame>
  )
}

const about: Readonly<Record<NoticeKind, string>> = {
  procedure: 'お手続きの受け付けと結果、契約書面ができたこと',
  billing: 'お支払いの完了、料金の上限、適格請求書、お預かりしているお金',
  debt: 'お支払いが確認できないとき、ご利用の停止と契約の解除の予告',
  alert: '残量・利用量・料金が、選んだ値に達したとき',
  data: 'データチャージの購入、高速データ通信の切り替え',
  outage: 'あなたの回線に関わる障害と、工事・メンテナンスの予定',
  security: '連絡先・カード・ロックの変更、回線の停止など、ご本人の操作か確かめていただくこと',
}

const whyAlways: Partial<Record<NoticeKind, string>> = {
  procedure: '法令によりお知らせする内容を含むため、メールは止められません。',
  debt: 'ご利用の停止や契約の解除につながるため、メールは止められません。',
  security: 'ほかの人の操作に気づけるよう、メールは止められません。',
}

function KindRow({ setting, hasPhone }: { readonly setting: Setting; readonly hasPhone: boolean }) {
  const { kind, mail, sms, mailRule, smsOffered } = setting
  return (
    <section className="notice-kind">
      <h2>{noticeKindLabels[kind]}</h2>
      <p className="small muted">{about[kind]}</p>
      <div className="notice-kind__ways">
        {mailRule === 'elsewhere' ? (
          <p>
            <a href={pages.alert}>データ残量のお知らせの設定を開く</a>
            <br />
            <span className="small muted">
              受け取るかどうかと、お知らせする値は、この画面で選びます。
            </span>
          </p>
        ) : (
          <Checkbox
            id={`mail-${kind}`}
            name="mail"
            value={kind}
            label={
              <>
                メール
                <span className="visually-hidden">で受け取る（{noticeKindLabels[kind]}）</span>
              </>
            }
            hint={mailRule === 'always' ? whyAlways[kind] : undefined}
            defaultChecked={mail}
            disabled={mailRule === 'always'}
          />
        )}
        {smsOffered ? (
          <Checkbox
            id={`sms-${kind}`}
            name="sms"
            value={kind}
            label={
              <>
                SMS<span className="visually-hidden">で受け取る（{noticeKindLabels[kind]}）</span>
              </>
            }
            hint={hasPhone ? undefined : '携帯電話の番号を登録すると選べます。'}
            defaultChecked={sms && hasPhone}
            disabled={!hasPhone}
          />
        ) : null}
      </div>
    </section>
  )
}
