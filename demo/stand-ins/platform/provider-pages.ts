import { Hono } from 'hono'
import { html } from 'hono/html'
import { brand } from '#brand'
import { page } from '../wire/page.ts'

type ProviderPage = { title: string; paragraphs: string[] }

/** Where the links of the navigation lead: the provider's own pages, which the portal does not own. */
const pages = new Map<string, ProviderPage>([
  [
    '/account',
    {
      title: `${brand.account}の管理`,
      paragraphs: [
        `${brand.account}は、${brand.provider}のサービスに共通のログインIDです。`,
        'お名前と連絡先の変更は、ご契約中のサービスのマイページで受け付けています。',
        'パスワードを忘れたときは、ご登録のメールアドレスを確認のうえ、お問い合わせください。',
      ],
    },
  ],
  [
    '/help',
    {
      title: 'ヘルプ',
      paragraphs: [
        'ログインIDとパスワードは、半角で入力してください。大文字と小文字は区別されます。',
        '入力の誤りが5回続くと、15分ほどログインできなくなります。',
        'サービスごとのご質問は、各サービスの「よくある質問」をご覧ください。',
      ],
    },
  ],
  [
    '/faq',
    {
      title: 'よくある質問',
      paragraphs: [
        '「届いたSIMカードで通信できない」：端末の再起動と、APN（接続先）の設定をお試しください。',
        '「データ残量が減らない、増えない」：残量の表示には、通信事業者からの記録が届くまで時間がかかることがあります。',
        '「請求の内容を知りたい」：マイページの「ご請求」で、内訳と計算のもとを月ごとに確認できます。',
      ],
    },
  ],
  [
    '/wifi',
    {
      title: '公衆Wi-Fiの使える場所',
      paragraphs: [
        '駅、空港、カフェ、コンビニエンスストアなど、提携する事業者のアクセスポイントで使えます。',
        '接続のIDとパスワードは、マイページのオプションの画面で確認できます。',
      ],
    },
  ],
  [
    '/magazines',
    {
      title: '雑誌読み放題の利用登録',
      paragraphs: [
        'アプリを開き、マイページに表示されたコードを入力してください。1つの契約で5台まで登録できます。',
      ],
    },
  ],
  [
    '/inquiry',
    {
      title: 'お問い合わせ',
      paragraphs: [
        'お問い合わせの際は、画面に表示された「お問い合わせ番号」をお知らせください。調査が早く進みます。',
        'パスワードやカード番号、マイナンバーは、お知らせいただく必要はありません。',
      ],
    },
  ],
  [
    '/company',
    {
      title: `${brand.provider}について`,
      paragraphs: [
        `${brand.provider}は、通信をはじめとするオンラインサービスを提供しています。`,
        `${brand.account}ひとつで、${brand.service}などのサービスをご利用いただけます。`,
      ],
    },
  ],
  [
    '/rules',
    {
      title: `${brand.account}利用規約`,
      paragraphs: [
        `${brand.account}は、お一人につき一つお持ちいただけます。`,
        'ログインIDとパスワードは、ほかの人に知らせず、ご自身で管理してください。',
        '不正な利用が疑われるときは、アカウントの利用を止めることがあります。',
      ],
    },
  ],
  [
    '/privacy',
    {
      title: 'プライバシーポリシー',
      paragraphs: [
        `${brand.account}では、ログインのために、ログインID、お名前、メールアドレスをお預かりします。`,
        'お預かりした情報は、ご利用中のサービスにログインするときだけ、そのサービスへお知らせします。',
      ],
    },
  ],
])

export function providerPageRoutes(): Hono {
  const routes = new Hono()
  for (const [path, { title, paragraphs }] of pages) {
    routes.get(path, async (c) =>
      c.html(
        await page(
          title,
          html`<p class="brand">${brand.provider}</p>
            <h1>${title}</h1>
            ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
            <p class="note">
              この画面は、動作を確かめるための見本です。実際の運用では、提供会社のページに置き換わります。
            </p>`,
        ),
      ),
    )
  }
  return routes
}
