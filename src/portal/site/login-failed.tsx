import { data } from 'react-router'
import { brand } from '#brand'
import { pageMeta } from '#portal/page-setting.ts'
import { savedBackPath } from '#protocol/back-path.ts'
import { loginAddress } from '#vocabulary/login.ts'
import { pages } from '#vocabulary/pages.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import type { Route } from './+types/login-failed.ts'

type FailedLogin = { status: number; title: string; text: string; ofOrder?: string }

const reasons = {
  refused: {
    status: 400,
    title: 'ログインを完了できませんでした',
    text: 'ログインの途中で画面の情報が合わなくなりました。古い画面やお気に入りから開いた場合に起こります。お手数ですが、もう一度ログインしてください。',
  },
  cancelled: {
    status: 200,
    title: 'ログインをやめました',
    text: 'ログインせずに戻りました。マイページを見るには、ログインが必要です。',
    ofOrder: 'ログインせずに戻りました。お申し込みを続けるには、ログインが必要です。',
  },
  unavailable: {
    status: 503,
    title: 'ただいまログインできません',
    text: 'ログインの受け付け先に接続できません。数分おいてから、もう一度お試しください。すでにログインしている画面は、そのままご利用いただけます。',
  },
  secondFactor: {
    status: 403,
    title: '確認コードでの確認が済んでいません',
    text: `大切なお手続きには、${brand.account}での確認コードによるご本人の確認が必要です。確認が済まなかったため、お手続きは行っていません。もう一度お試しになるか、${brand.account}の設定で確認コードの受け取り方をお確かめください。`,
  },
  loggedOutHere: {
    status: 200,
    title: 'ログアウトしました',
    text: `${brand.service}からログアウトしました。ただいま${brand.account}に接続できないため、${brand.account}のログアウトは終わっていません。ほかの方もお使いになる端末では、数分おいて、${brand.account}からもログアウトしてください。`,
  },
} satisfies Record<string, FailedLogin>

function isReason(text: string): text is keyof typeof reasons {
  return Object.hasOwn(reasons, text)
}

/** Whoever was on the way into an order goes on with it; everybody else to my page or where they were going. */
export function loader({ request, url }: Route.LoaderArgs) {
  const given = url.searchParams.get('reason') ?? ''
  const { status, title, text, ofOrder }: FailedLogin = reasons[isReason(given) ? given : 'refused']
  const savedPath = savedBackPath(request.headers.get('cookie'))
  const isOrder = savedPath.startsWith(orderPages.begin)
  const back = savedPath === '/' ? pages.top : savedPath
  return data({ title, text: (isOrder && ofOrder) || text, back, isOrder }, { status })
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: loaderData?.title ?? '', noindex: true })
}

export default function LoginFailed({ loaderData }: Route.ComponentProps) {
  return (
    <div className="prose page">
      <h1>{loaderData.title}</h1>
      <p>{loaderData.text}</p>
      {loaderData.isOrder ? <p>お申し込みの入力は、ここまで保存してあります。</p> : null}
      <p>
        <a className="button button--primary" href={loginAddress(loaderData.back)}>
          もう一度ログインする
        </a>
      </p>
      <p>
        {loaderData.isOrder ? (
          <a href={orderPages.begin}>お申し込みのページへ</a>
        ) : (
          <a href="/">トップページへ</a>
        )}
      </p>
    </div>
  )
}
