import { brand } from '#brand'
import { ButtonLink } from '#ui/button.tsx'
import { LinkList } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { loginAddress } from '#vocabulary/login.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { addLine } from '../add-line.ts'
import { ApplyFrame, type StepProps } from '../frame.tsx'
import { pathOf } from '../places.ts'
import { NextStep } from './next-step.tsx'

/** The provider's own pages lead on to the next question; what was answered so far goes along by the browser's cookie. */
const login = loginAddress(orderPages.apply)
const registration = loginAddress(orderPages.apply, { register: true })

/** In place of any step of an application that belongs to an account which is not signed in now. */
export function SignInAgain({ at, stayed }: StepProps) {
  const back = at.place.step === 'account' ? orderPages.apply : pathOf(at.place)
  return (
    <ApplyFrame at={at} stayed={stayed} title="もう一度ログインしてください" hasForm={false}>
      <Notice tone="warning" title="ログインの有効時間が切れています">
        ここまでの内容は保存してあります。このお申し込みを始めたアカウントでログインすると、この続きから入力できます。
      </Notice>
      <div className="apply-ways">
        <ButtonLink kind="primary" href={loginAddress(back)}>
          ログインして続ける
        </ButtonLink>
      </div>
    </ApplyFrame>
  )
}

export function AccountStep({ at, stayed }: StepProps) {
  const { signedIn, hasContract, emailMasked } = at.application.account
  if (hasContract)
    return (
      <ApplyFrame at={at} stayed={stayed} title="すでにご契約があります" hasForm={false}>
        <Notice
          tone="warning"
          title={`${emailMasked ?? 'このアカウント'}では、${brand.service}をご契約中です`}
        >
          ご契約はお一人につき1契約です。{addLine.sentence}
        </Notice>
        <LinkList
          entries={[
            {
              href: addLine.href,
              label: 'マイページで回線を増やす',
              hint: 'シェアコースのご契約',
            },
            { href: '/auth/logout', label: 'ログアウトして別のアカウントを使う' },
          ]}
        />
      </ApplyFrame>
    )
  if (signedIn)
    return (
      <ApplyFrame
        at={at}
        stayed={stayed}
        title="このアカウントで申し込みます"
        lead={`${emailMasked ?? 'いまのアカウント'}でログインしています。開通後は、このアカウントでマイページを使えます。`}
        hasForm={false}
      >
        <p className="small">
          <a href="/auth/logout">別のアカウントに切り替える</a>
        </p>
        <NextStep at={at} />
      </ApplyFrame>
    )
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title={`${brand.account}をお持ちですか`}
      lead="開通後のマイページと、お支払いに使います。登録は無料です。ここまでの内容は、保存してあります。"
      hasForm={false}
    >
      <div className="apply-ways">
        <ButtonLink kind="primary" href={registration}>
          新しく登録する（無料）
        </ButtonLink>
        <ButtonLink href={login}>ログインして続ける</ButtonLink>
      </div>
    </ApplyFrame>
  )
}
