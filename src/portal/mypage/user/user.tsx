import { pages, withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { accountApi } from '#protocol/account.ts'
import { noticeApi } from '#protocol/notice.ts'
import { Card, LinkList } from '#ui/card.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { isUnderWay } from './edit-progress.tsx'
import type { Route } from './+types/user.ts'
import { SummaryList } from '#ui/summary-list.tsx'
import { editPage, parts, type PartName } from './parts.ts'
import {
  addressOf,
  birthOf,
  emailOf,
  genderOf,
  kanaOf,
  nameOf,
  phoneOf,
  type Profile,
} from './profile-words.ts'

const change = (part: PartName) => ({ href: editPage(part), label: parts[part].label })

/** What is registered: where we write and call, and who the member says to be. */
function ProfileSheet({ profile }: { readonly profile: Profile }) {
  return (
    <>
      <Section id="contact" title="連絡先">
        <Card>
          <SummaryList
            entries={[
              ['メールアドレス', emailOf(profile), { change: change('email') }],
              ['連絡先の電話番号', phoneOf(profile), { change: change('phone') }],
            ]}
          />
        </Card>
      </Section>
      <Section id="person" title="氏名と住所">
        <Card>
          <SummaryList
            entries={[
              ['氏名', nameOf(profile), { change: change('name') }],
              ['フリガナ', kanaOf(profile)],
              ['住所', addressOf(profile), { change: change('address') }],
              ['生年月日', birthOf(profile)],
              ['性別', genderOf(profile)],
            ]}
          />
        </Card>
      </Section>
    </>
  )
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'お客さま情報'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [profile, status] = await Promise.all([
    ask(url, call(accountApi.userGet)),
    ask(url, call(accountApi.userEditStatusGet)),
  ])
  const isMailSent = url.searchParams.has('mail')
  return { profile, status, isMailSent, isMember: pageOf(context).auth.mvno_member }
}

export const action = actions({
  checkMail: { endpoint: noticeApi.mailCheckPost, to: withQuery(pages.user, { mail: 'sent' }) },
})

export const meta = mypageMeta(title)

export default function User({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, status, isMember, isMailSent } = loaderData
  return (
    <Frame title={title}>
      <Stopped refused={actionData?.refused} title="確認のメールを送れませんでした" />
      {isMailSent && actionData === undefined ? (
        <Notice tone="good" role="status" title="確認のメールを送りました">
          届いたメールのリンクを開き、「受け取りました」を押してください。24時間有効です。しばらく待っても届かないときは、メールアドレスを変更してください。
        </Notice>
      ) : null}
      {isUnderWay(status) ? (
        <Notice title={`登録情報の変更：${status.stateLabel}`}>
          <p>
            {status.message} <TextLink href={pages.userEdit}>変更の続きを開く</TextLink>
          </p>
        </Notice>
      ) : null}
      <ProfileSheet profile={profile} />
      {isMember ? (
        <Section id="more" title="関連するページ">
          <LinkList
            entries={[
              {
                href: pages.personal,
                label: '本人確認済みの情報',
                hint: '契約者として確認した氏名と住所、確認した日',
              },
              {
                href: pages.lock,
                label: '手続きロック（不正防止）',
                hint: 'MNP転出、SIMの変更、データチャージを、ほかの人に手続きされないように止めておく',
              },
            ]}
          />
        </Section>
      ) : null}
    </Frame>
  )
}
