import type { Chapter } from './duty.ts'

const NTA_RECORDS = 'https://www.nta.go.jp/law/joho-zeikaishaku/sonota/jirei/07denshi/02.htm'
const CONSUMPTION_TAX = 'https://laws.e-gov.go.jp/law/363AC0000000108'

export const tax: Chapter = {
  title: '消費税法（インボイス）・電子帳簿保存法',
  duties: [
    {
      duty: 'A qualified invoice has its items; tax is rounded once for each rate (適格請求書).',
      source: {
        law: '消費税法 第57条の4',
        address: CONSUMPTION_TAX,
        seen: 'by name',
        ask: '登録番号と名称の表示、電子での提供の要件',
      },
      code: ['src/domain/invoice/invoice.ts', 'src/domain/billing/charge.ts'],
      tests: [
        ['src/domain/billing/charge.test.ts', '税は請求書ごと・税率ごとに一度だけ切り捨てる'],
        [
          'src/backend/invoice/invoice.api.test.ts',
          '大勢が同時に発行しても番号は人数だけ続き、取りやめた分も欠番にならない',
        ],
      ],
      owner: 'accounting',
      nextReview: '2027-03-31',
    },
    {
      duty: 'Money given back of 10,000 yen and more has a return invoice, below it on request (適格返還請求書).',
      source: {
        law: '消費税法 第57条の4第3項、施行令 第70条の9',
        address: CONSUMPTION_TAX,
        seen: 'by name',
        ask: '1万円未満の交付義務の免除',
      },
      code: ['src/domain/invoice/return-invoice.ts'],
      tests: [
        [
          'src/backend/invoice/return-invoice.api.test.ts',
          '10,000円以上の返金には求められなくても1通だけ発行し、そう知らせる',
        ],
      ],
      owner: 'accounting',
      nextReview: '2027-03-31',
    },
    {
      duty: 'Invoices that were sent as data stay as they were; a correction is a new one that names the old (訂正削除の履歴).',
      source: {
        law: '電子帳簿保存法 第7条、施行規則 第4条',
        address: NTA_RECORDS,
        seen: 'authority',
        ask: '条番号（読んだ国税庁の問答は改正前の番号）',
      },
      code: ['src/backend/invoice/tables.ts'],
      tests: [
        [
          'src/backend/invoice/invoice.api.test.ts',
          '発行した内容と印刷は、データベースでも書き換えられない',
        ],
        [
          'src/backend/invoice/invoice.api.test.ts',
          '宛名を直すと新しい番号で発行され、もとの番号を名指しする。もとの書類は変わらず読める',
        ],
      ],
      owner: 'accounting',
      nextReview: '2027-03-31',
    },
    {
      duty: 'What was issued and taken as data is found by date, amount and customer, by ranges of the first two, alone and combined (検索機能の確保).',
      source: {
        law: '電子帳簿保存法施行規則 第2条第6項第5号、第4条第1項',
        address: NTA_RECORDS,
        seen: 'authority',
        ask: '条番号（読んだ国税庁の問答は改正前の番号）。契約を引き継いだあとの請求の取引先を、前の契約者とするか',
      },
      code: ['src/backend/invoice/queries/books.ts#readBooks', 'tools/books.ts'],
      tests: [
        [
          'src/backend/invoice/books.api.test.ts',
          '日付、金額、取引先を組み合わせると、すべてに合うものだけが残る',
        ],
        [
          'src/backend/invoice/books.api.test.ts',
          '訂正した請求書は、もとの請求書とともに残り、どちらからも相手が分かる',
        ],
      ],
      owner: 'accounting',
      nextReview: '2027-03-31',
    },
    {
      duty: 'Books and invoices are kept for seven years from the day the tax is due.',
      source: {
        law: '法人税法施行規則 第59条、消費税法施行令 第70条の13',
        address: CONSUMPTION_TAX,
        seen: 'by name',
        ask: '欠損金のある年度の10年保存',
      },
      code: ['src/domain/account/retention.ts'],
      tests: [
        [
          'tests/api/retention.test.ts',
          '申告期限から7年で、請求も、契約も、アカウントもなくなる。法則はどれも破れない',
        ],
      ],
      owner: 'accounting',
      nextReview: '2027-03-31',
    },
  ],
}

export const sales: Chapter = {
  title: '特定商取引法・消費者契約法・割賦販売法・資金決済法・民法',
  duties: [
    {
      duty: 'The last screen of an order shows amount, times, term, and how to leave; nothing is sold by a surprise (最終確認画面).',
      source: {
        law: '特定商取引法 第12条の6',
        address: 'https://laws.e-gov.go.jp/law/351AC0000000057',
        seen: 'by name',
        ask: '電気通信役務が適用除外になる範囲。除かれても同じ表示をする',
      },
      code: ['src/portal/order/steps/confirm.tsx'],
      tests: [
        [
          'src/backend/application/first-bills.api.test.ts',
          'お申し込みの最初の3回の請求は、最終確認と、開通までのマイページと、締めた請求とで、1円も違わない',
        ],
        [
          'tests/http/order-interrupted.test.ts',
          '最終確認で押したあと、ログインのあいだに別のタブが答えを変えると、申し込まずに新しい内容を見せる',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
    {
      duty: 'Who sells, at what price and on what terms stands on one page (広告の表示).',
      source: {
        law: '特定商取引法 第11条',
        address: 'https://laws.e-gov.go.jp/law/351AC0000000057',
        seen: 'by name',
        ask: '表示する項目の今の一覧',
      },
      code: ['content/legal/tokushoho.html'],
      tests: [
        [
          'tests/promises.test.ts',
          'ページにじかに書いた数字は、どれも、何と同じでなければならないかとともに一覧にある',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
    {
      duty: 'Terms are changed with a date and a notice before it (定型約款の変更).',
      source: {
        law: '民法 第548条の4',
        address: 'https://laws.e-gov.go.jp/law/129AC0000000089',
        seen: 'by name',
        ask: '値上げのときに要る知らせの日数（定めは見つからなかった）',
      },
      code: ['content/terms/index.html', 'tests/terms-texts.txt'],
      tests: [
        ['tests/terms.test.ts', '文面が変われば、版も変わる'],
        ['tests/promises.test.ts', '規約を改定したら、その日と規約の名前のあるお知らせがある'],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
    {
      duty: 'Interest for late payment is at most 14.6 % a year; of a phone in instalments the legal rate.',
      source: {
        law: '消費者契約法 第9条、割賦販売法 第6条',
        address: 'https://laws.e-gov.go.jp/law/412AC0000000061',
        seen: 'by name',
        ask: '民法の法定利率（3年ごとの見直し、次は2026年4月）',
      },
      code: ['src/domain/billing/late-interest.ts'],
      tests: [
        [
          'src/domain/billing/late-interest.test.ts',
          '3,064円を12月10日に支払うと、11月8日からの33日分で40円',
        ],
        [
          'src/domain/billing/late-interest.test.ts',
          '端末の分割払いの分は法定利率で、合わせて1円未満を1回だけ切り捨てる',
        ],
      ],
      owner: 'accounting',
      nextReview: '2027-03-31',
    },
    {
      duty: 'Days without service are paid back, whoever is at fault for less than our gross negligence.',
      source: {
        law: '消費者契約法 第8条',
        address: 'https://laws.e-gov.go.jp/law/412AC0000000061',
        seen: 'by name',
        ask: '約款の責任の制限が、第8条の改正（2023年）のとおりか',
      },
      code: ['src/domain/billing/compensation.ts', 'content/agreement/mobile.html'],
      tests: [
        [
          'src/backend/billing/compensation.api.test.ts',
          '50時間使えなかった回線には、2日分の72円を一度だけ差し引き、計算を明細と知らせに示す',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
    {
      duty: 'Data that was bought before its use ends within six months, so that it is no prepaid means of payment (前払式支払手段).',
      source: {
        law: '資金決済法 第4条、施行令 第4条',
        address: 'https://laws.e-gov.go.jp/law/421AC0000000059',
        seen: 'by name',
        ask: 'データチャージが前払式支払手段にあたるか。6か月の数え方',
      },
      code: ['src/domain/catalogue/top-up.ts', 'src/domain/catalogue/rules.ts'],
      tests: [
        [
          'tests/http/data.test.ts',
          'データチャージは、値段と期限を見てから買い、再読み込みしても一度だけ。戻って押せばもう1つ買える',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
    {
      duty: 'Prices are said with tax, and nothing is promised that does not hold for everybody (不当表示の禁止、総額表示).',
      source: {
        law: '景品表示法 第5条、消費税法 第63条',
        address: 'https://laws.e-gov.go.jp/law/337AC0000000134',
        seen: 'by name',
        ask: '「最大」や「通常」の速度の書き方',
      },
      code: ['src/server/content/placeholder.ts', 'tests/typed-figures.txt'],
      tests: [
        [
          'src/backend/document/contract-content.test.ts',
          '料金はすべて税込で、税抜の金額はかっこの中にある。合計は請求と同じ計算',
        ],
        [
          'src/domain/catalogue/catalogue.test.ts',
          '料金表のとおり: 音声3GBは税抜1,080円、税込1,188円',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
    {
      duty: 'Mails that advertise go to those who want them, with a way to stop them (特定電子メール).',
      source: {
        law: '特定電子メールの送信の適正化等に関する法律 第3条',
        address: 'https://www.soumu.go.jp/main_sosiki/joho_tsusin/d_syohi/m_mail.html',
        seen: 'by name',
        ask: '契約者へのお知らせのうち、広告にあたるもの',
      },
      code: ['src/domain/notice/channels.ts'],
      tests: [
        [
          'src/backend/notice/notice.api.test.ts',
          '止めた種類はメールにならず、マイページには残る。止められない種類は届く',
        ],
        [
          'src/backend/adapters/mail.test.ts',
          '戻り先を封筒に、止めるリンクを1クリックの見出しに書く。ないときは、どちらも書かない',
        ],
      ],
      owner: 'privacy',
      nextReview: '2027-06-30',
    },
  ],
}

export const everybody: Chapter = {
  title: '障害者差別解消法・JIS X 8341-3',
  duties: [
    {
      duty: 'Everybody can read and use every screen; where one cannot, the desk helps (合理的配慮).',
      source: {
        law: '障害者差別解消法 第8条',
        address: 'https://laws.e-gov.go.jp/law/425AC0000000065',
        seen: 'by name',
        ask: '電話リレーサービスでの本人の確かめ方',
      },
      code: ['content/accessibility/index.html'],
      tests: [
        ['tests/e2e/mypage-account.e2e.ts', 'お客さまの情報の画面は、はみ出さず、axeの指摘がない'],
        ['tests/e2e/mypage-data-screens.e2e.ts', 'axeの指摘がない'],
      ],
      owner: 'product',
      nextReview: '2027-06-30',
    },
    {
      duty: 'What was tried of JIS X 8341-3:2016 is published by criterion and with its date, and what does not conform is said (試験結果の表示).',
      source: {
        law: 'JIS X 8341-3:2016 附属書JB、対応度表記ガイドライン（ウェブアクセシビリティ基盤委員会）',
        address: 'http://waic.jp/docs/jis2016/compliance-guidelines/201603/',
        seen: 'secondary',
        ask: '最新のガイドラインと、改正されるJISの日程。人の手の試験を頼む先',
      },
      code: [
        'src/server/content/accessibility-results.ts#criteria',
        'content/accessibility/results.html',
      ],
      tests: [
        [
          'tests/accessibility-results.test.ts',
          'どの達成基準にも、axeがそこで尋ねる規則だけが、すべて並ぶ',
        ],
        ['tests/accessibility-results.test.ts', '規則も試験もない達成基準を、試験したとは言わない'],
      ],
      owner: 'product',
      nextReview: '2027-06-30',
    },
  ],
}
