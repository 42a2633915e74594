import type { Chapter } from './duty.ts'

const MISUSE = 'https://www.soumu.go.jp/main_sosiki/joho_tsusin/d_syohi/050526_1.files/Page377.html'
const FILTERING = 'https://www.soumu.go.jp/main_sosiki/joho_tsusin/d_syohi/filtering.html'
const PRIVACY = 'https://laws.e-gov.go.jp/law/415AC0000000057'

export const misuse: Chapter = {
  title: '携帯電話不正利用防止法',
  duties: [
    {
      duty: 'Who makes a contract for a voice line is identified first, by a method that the law allows on that day.',
      source: {
        law: '携帯電話不正利用防止法 第3条、施行規則 第3条',
        address: MISUSE,
        seen: 'authority',
        ask: '2026年4月1日からの方法（在留カードのICチップ、本人限定受取郵便）',
      },
      code: ['src/domain/identity/methods.ts#methodRows'],
      tests: [
        [
          'src/backend/identity/record.api.test.ts',
          '担当者は、書類を示さずには認められない。終わった方法も、マイナンバーも受け取らない',
        ],
        [
          'src/domain/application/steps.test.ts',
          '本人確認の失敗は問題で、担当者の確認は待たずに進める',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-02-26',
    },
    {
      duty: 'Of each identification a record is made: method, document, what was compared, who compared and recorded.',
      source: {
        law: '携帯電話不正利用防止法 第4条',
        address: MISUSE,
        seen: 'authority',
        ask: '記録の項目（貸与業者の条文から読んだ）',
      },
      code: ['src/backend/identity/commands/record-identity.ts'],
      tests: [
        [
          'src/backend/identity/record.api.test.ts',
          'ICチップで確認した方の記録は、法律が求める項目をすべて印刷する',
        ],
        [
          'src/backend/identity/record.api.test.ts',
          '担当者が確認した方の記録は、ICチップの読み取りとは言わず、確認した人と記録した人の名前を残す',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-02-26',
    },
    {
      duty: 'The record is kept for three years after the end of the contract, then deleted.',
      source: {
        law: '携帯電話不正利用防止法 第4条',
        address: MISUSE,
        seen: 'authority',
      },
      code: ['src/domain/account/retention.ts'],
      tests: [
        ['tests/api/retention.test.ts', '3年で本人確認の記録がなくなる'],
        [
          'src/backend/identity/record.api.test.ts',
          '契約が終わって3年たつと消え、求められたときは、いつ消したかを一文で伝える',
        ],
      ],
      owner: 'privacy',
      nextReview: '2027-06-30',
    },
    {
      duty: 'A further line of a member is not given on an ID and a password alone.',
      source: {
        law: '携帯電話不正利用防止法施行規則の改正案（2025年12月5日の意見募集）',
        address: 'https://www.soumu.go.jp/menu_news/s-news/01kiban18_01000275.html',
        seen: 'authority',
        ask: '改正が公布された日、施行の日、認められる確認の方法',
      },
      code: ['src/protocol/proof.ts'],
      tests: [
        ['tests/api/proof.test.ts', 'パスワードだけのログインでは、したばかりでも断る'],
        [
          'src/domain/sim/decide-sim-order.test.ts',
          'データSIMのSIMの追加はすぐに準備が始まり、音声通話SIMの回線は本人確認から',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-02-26',
    },
    {
      duty: 'A line goes to another person only by us, with the taker identified (譲渡時の本人確認).',
      source: {
        law: '携帯電話不正利用防止法 第5条、第7条',
        address: MISUSE,
        seen: 'authority',
        ask: '家族のあいだの譲渡と、相続のときの扱い',
      },
      code: ['src/backend/handover/commands/take-line.ts', 'src/domain/succession/steps.ts'],
      tests: [
        [
          'src/backend/handover/handover.api.test.ts',
          '18歳の誕生日の前のご家族にはゆずれない。前日は断られ、当日は始められる',
        ],
        [
          'src/backend/succession/holder.api.test.ts',
          '書類を見ていない担当者は、受け付けることも一時停止もできない。あとから届いた書類も同じ',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
  ],
}

export const minors: Chapter = {
  title: '青少年インターネット環境整備法',
  duties: [
    {
      duty: 'It is asked whether the user of a line is under 18, and the line gets the filter on the day it opens.',
      source: {
        law: '青少年インターネット環境整備法 第13条、第15条、第16条',
        address: FILTERING,
        seen: 'authority',
        ask: '端末を売らない事業者の有効化措置の範囲',
      },
      code: ['src/domain/application/answers.ts', 'src/domain/option/decide-option.ts'],
      tests: [
        [
          'src/domain/application/steps.test.ts',
          '18歳未満の家族が使う回線には、フィルタリングがつく',
        ],
        [
          'src/backend/opening/opening.api.test.ts',
          '選んだオプションは開通と同時に付き、未成年の回線にはフィルタリングが付く',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
    {
      duty: 'Only a guardian has the filter taken off.',
      source: {
        law: '青少年インターネット環境整備法 第15条',
        address: FILTERING,
        seen: 'authority',
        ask: '保護者の申し出を受ける形（書面か、画面か）',
      },
      code: ['src/domain/option/decide-option.ts'],
      tests: [
        [
          'src/domain/option/decide-option.test.ts',
          '利用中なら、未払いでも停止中でもできる。フィルタリングだけは窓口',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
  ],
}

export const personalData: Chapter = {
  title: '個人情報の保護に関する法律',
  duties: [
    {
      duty: 'Personal data is stored safely: sealed in its column, in no log (安全管理措置).',
      source: {
        law: '個人情報保護法 第23条',
        address: PRIVACY,
        seen: 'by name',
        ask: '2026年に見込まれる改正の内容',
      },
      code: ['src/backend/db/sealing.ts', 'src/backend/table.ts'],
      tests: [
        ['tests/api/faults/personal-data.test.ts', 'データベースの写しを盗んでも読めない'],
        [
          'src/server/resealing/reseal.api.test.ts',
          '封をした列は、どれも一覧にあり、ほかのどこにも封をした値はない',
        ],
      ],
      owner: 'privacy',
      nextReview: '2027-04-30',
    },
    {
      duty: 'What is no longer needed is deleted (第22条).',
      source: {
        law: '個人情報保護法 第22条、電気通信事業における個人情報等の保護に関するガイドライン',
        address: PRIVACY,
        seen: 'by name',
        ask: '通話の記録の保存期間（24か月）',
      },
      code: ['src/domain/account/retention.ts', 'src/backend/retention.ts'],
      tests: [
        ['tests/api/retention.test.ts', 'そのあとは、名前も連絡先も番号も、どの表にもない'],
        ['tests/api/retention.test.ts', '24か月で通話と通信量の記録がなくなり、請求と回線はのこる'],
      ],
      owner: 'privacy',
      nextReview: '2027-04-30',
    },
    {
      duty: 'A member gets all that is stored about them as data, and has it deleted where no law wants it (開示、利用停止等).',
      source: {
        law: '個人情報保護法 第33条から第35条',
        address: PRIVACY,
        seen: 'by name',
        ask: '開示の手数料を取らないままでよいか、代理人の求めの受け方',
      },
      code: ['src/backend/export/tables.ts'],
      tests: [
        [
          'src/backend/export/export.api.test.ts',
          '自分の情報のすべてが、CSVとJSONとPDFでZIPに入る',
        ],
        [
          'src/backend/export/deletion.api.test.ts',
          'ご契約が終わった方は、法律の記録だけがのこり、名前のないものになる。もう一度ログインすると新しいアカウントになる',
        ],
      ],
      owner: 'privacy',
      nextReview: '2027-04-30',
    },
    {
      duty: 'A third person gets personal data only with consent that is recorded and can be taken back (第三者提供).',
      source: {
        law: '個人情報保護法 第27条、第29条',
        address: PRIVACY,
        seen: 'by name',
        ask: 'ポイント提携先への提供の記録の項目',
      },
      code: ['src/backend/partner/tables.ts'],
      tests: [
        [
          'src/backend/partner/partner.api.test.ts',
          '同意はいつ、どの版にしたかが残り、いつでも撤回でき、どちらもお知らせが届く',
        ],
      ],
      owner: 'privacy',
      nextReview: '2027-04-30',
    },
    {
      duty: 'A leak is reported: to the commission within 3 to 5 days, in detail within 30 (60 where wrongful), and to the members.',
      source: {
        law: '個人情報保護法 第26条、電気通信事業法 第28条',
        address: PRIVACY,
        seen: 'by name',
        ask: '通信の秘密の漏えいとあわせた届け先と順番',
      },
      code: ['docs/operations.md', 'src/backend/audit.ts'],
      tests: [['tests/api/faults/personal-data.test.ts', 'データベースの写しを盗んでも読めない']],
      owner: 'privacy',
      nextReview: '2027-04-30',
    },
    {
      duty: 'The My Number is neither asked for nor stored.',
      source: {
        law: '行政手続における特定の個人を識別するための番号の利用等に関する法律 第15条、第20条',
        address: 'https://laws.e-gov.go.jp/law/425AC0000000027',
        seen: 'by name',
        ask: 'ICチップの読み取りで番号が渡らないことの確かめ方',
      },
      code: ['src/backend/identity/commands/take-reading.ts'],
      tests: [
        [
          'src/backend/identity/record.api.test.ts',
          '担当者は、書類を示さずには認められない。終わった方法も、マイナンバーも受け取らない',
        ],
      ],
      owner: 'privacy',
      nextReview: '2027-06-30',
    },
  ],
}
