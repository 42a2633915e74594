import type { Chapter } from './duty.ts'

const TELECOM_LAW = 'https://laws.e-gov.go.jp/law/359AC0000000086'
const RULES_OF_CONSUMERS = 'http://www.soumu.go.jp/main_sosiki/joho_tsusin/d_syohi/shohi.htm'

export const telecomBusiness: Chapter = {
  title: '電気通信事業法',
  duties: [
    {
      duty: 'Before a contract the outline of prices and conditions is explained, and read again when it has changed (提供条件の説明).',
      source: {
        law: '電気通信事業法 第26条、施行規則 第22条の2の3',
        address: 'http://telecom.dotera.net/index-026.html',
        seen: 'secondary',
        ask: '重要事項説明の項目が、今の施行規則のとおりか',
      },
      code: ['content/agreement/mobile_info.html', 'src/domain/application/steps.ts'],
      tests: [
        ['src/domain/application/steps.test.ts', '改定された重要事項は、もう一度読む'],
        [
          'tests/promises.test.ts',
          '使い始めた月のデータの量は、料金、重要事項説明、お申し込み、よくある質問で同じ',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-03-31',
    },
    {
      duty: 'A contract document is handed over without delay once a contract is made, with the items of the rules (書面の交付).',
      source: {
        law: '電気通信事業法 第26条の2、施行規則 第22条の2の4',
        address: RULES_OF_CONSUMERS,
        seen: 'authority',
        ask: '契約書面の項目は、条文を載せたほかのページと比べた。今の施行規則のとおりか',
      },
      code: ['src/backend/document/commands/issue-missing.ts', 'src/backend/document/tables.ts'],
      tests: [
        ['src/backend/document/contract-content.test.ts', '法律が求める項目が、この順にある'],
        [
          'src/backend/document/document.api.test.ts',
          '契約には書面があり、開くと指紋が一致し、見た日時が残る。ほかの方は開けない',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-03-31',
    },
    {
      duty: 'A change of the contract is handed over as a document too (変更契約の書面).',
      source: {
        law: '電気通信事業法 第26条の2、施行規則 第22条の2の4',
        address: RULES_OF_CONSUMERS,
        seen: 'authority',
        ask: '軽い変更について書面を略せる範囲',
      },
      code: ['src/backend/document/commands/issue-missing.ts'],
      tests: [
        [
          'src/backend/document/document.api.test.ts',
          'データ容量が変わると、変更の書面がその手続きのものとして増える。2度走っても1通',
        ],
        [
          'src/backend/document/option-papers.api.test.ts',
          'あとから申し込んだオプションは変更の書面になり、解約すると、ない内容の書面になる',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-03-31',
    },
    {
      duty: 'For eight days from the document or the begin of service, the later of both, a member may leave without a reason (初期契約解除).',
      source: {
        law: '電気通信事業法 第26条の3',
        address: RULES_OF_CONSUMERS,
        seen: 'authority',
        ask: '電子メールでの申し出の効力と、起算日の例',
      },
      code: [
        'src/domain/cancellation/decide-initial-cancellation.ts',
        'src/backend/cancellation/commands/initial-cancel.ts',
      ],
      tests: [
        [
          'src/domain/policy/policy.test.ts',
          '受け取った日を1日目として8日間。利用開始が遅ければその日から',
        ],
        [
          'src/backend/cancellation/initial-cancellation.api.test.ts',
          'MNP予約番号が有効でも断られず、番号は解除とともに無効になる',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-03-31',
    },
    {
      duty: 'What is asked for at such an end has a ceiling, and what was taken beyond it is given back.',
      source: {
        law: '電気通信事業法 第26条の3、施行規則 第22条の2の9',
        address: TELECOM_LAW,
        seen: 'by name',
        ask: '事務手数料の上限（税込3,300円）と、分割払いの端末の扱い',
      },
      code: ['src/domain/cancellation/initial-cancellation.ts'],
      tests: [
        [
          'src/backend/cancellation/initial-cancellation.api.test.ts',
          'お支払いは、何回線でも契約全体で3,300円までと、通話料と、使ったデータチャージだけ',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-03-31',
    },
    {
      duty: 'What leaving costs has a ceiling (違約金 1,000円). We ask for none: no least term and no penalty.',
      source: {
        law: '電気通信事業法 第27条の3、施行規則 第22条の2の17',
        address: TELECOM_LAW,
        seen: 'by name',
        ask: '当社が第27条の3の指定を受ける規模か。受けなくても違約金は置かない',
      },
      code: ['src/domain/catalogue/one-off-prices.ts', 'content/fee/index.html'],
      tests: [
        ['src/backend/cancellation/cancellation.api.test.ts', '未払いでも利用停止中でも断られない'],
        [
          'tests/http/procedures.test.ts',
          '解約は費用と最終利用日が先に出て、回線ごとに予約し、取り消せる',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-03-31',
    },
    {
      duty: 'Nobody is kept from leaving by a detour or by talk (解約の方法を不当に制限しない).',
      source: {
        law: '電気通信事業法 第27条の2、消費者保護ルールに関するガイドライン',
        address: TELECOM_LAW,
        seen: 'by name',
        ask: '引き止めの禁止が、画面での手続きにどう及ぶか',
      },
      code: ['src/domain/cancellation/decide-cancellation.ts'],
      tests: [
        ['tests/http/advice.test.ts', '解約と転出の画面に、容量の見直しへのリンクはない'],
        ['tests/api/line-walk.test.ts', 'MNP転出は3画面で申し込め、引き止めも別プランの案内もない'],
      ],
      owner: 'product',
      nextReview: '2027-06-30',
    },
    {
      duty: 'Complaints and questions are answered without delay (苦情等の処理).',
      source: {
        law: '電気通信事業法 第27条',
        address: TELECOM_LAW,
        seen: 'by name',
        ask: '応答までの時間の目安',
      },
      code: ['content/support/contact.html'],
      tests: [
        [
          'tests/api/trace.test.ts',
          'ひとつの操作の問い合わせ番号は、データベース、記録、仕事、回線設備のどこでも同じ',
        ],
      ],
      owner: 'support',
      nextReview: '2027-06-30',
    },
    {
      duty: 'The secrecy of communications: with whom, when and how much is read by nobody but the member (通信の秘密).',
      source: {
        law: '電気通信事業法 第4条',
        address: 'http://sv00.com/files/houki_1.txt',
        seen: 'secondary',
        ask: '月ごとの合計の通信量が通信の秘密にあたらないという当社の考え',
      },
      code: ['src/backend/data/tables.ts', 'src/backend/db/sealing.ts'],
      tests: [
        ['tests/api/faults/personal-data.test.ts', '記録（ログ）にも残らない'],
        [
          'src/backend/succession/decision.api.test.ts',
          '担当者が受け付けて72時間たつと、契約・本人・カードが一度に変わり、元のアカウントは契約のないアカウントになる。引き継ぐ前の通話は見えず、あとの通話は見え、同じ方はもう1つは引き継げない',
        ],
      ],
      owner: 'privacy',
      nextReview: '2027-03-31',
    },
    {
      duty: 'What a page makes the browser send to somebody else is published: what, to whom, what for (外部送信規律).',
      source: {
        law: '電気通信事業法 第27条の12',
        address:
          'https://privtech.co.jp/blog/law/guidelines-revised-telecommunications-business-law.html',
        seen: 'secondary',
        ask: '公表する項目が、今の施行規則のとおりか',
      },
      code: [
        'src/server/content/external-transmission.ts#transmissions',
        'content/legal/external-transmission.html',
      ],
      tests: [
        [
          'tests/e2e/public-transmission.e2e.ts',
          '外部へ送るのは公表したものだけで、見ているページのURLは送らない',
        ],
      ],
      owner: 'privacy',
      nextReview: '2027-06-30',
    },
    {
      duty: 'An outage is told to those it concerns, from its beginning to its end (障害発生時の周知・広報).',
      source: {
        law: '電気通信サービスにおける障害発生時の周知・広報に関するガイドライン（2023年3月）',
        address: 'https://portal.shojihomu.jp/archives/33778',
        seen: 'secondary',
        ask: '初報30分、更新1時間の目安が、当社の規模にどこまで及ぶか',
      },
      code: ['src/backend/outage/commands/operate-board.ts', 'content/info/outage.html'],
      tests: [
        [
          'src/backend/outage/outage.api.test.ts',
          '入力した障害は、関わる回線の人にだけ1回届き、終わると同じ人に届く',
        ],
        [
          'tests/e2e/public-outage.e2e.ts',
          '障害を登録して5秒あとには、どの公開ページの最初にも、何が、どこで、いつからかが出る',
        ],
      ],
      owner: 'network',
      nextReview: '2027-03-31',
    },
    {
      duty: 'Each entry of the board says whether emergency calls are affected, since when, and what else can be used.',
      source: {
        law: '電気通信サービスにおける障害発生時の周知・広報に関するガイドライン（2023年3月）',
        address: 'https://portal.shojihomu.jp/archives/33778',
        seen: 'secondary',
        ask: '緊急通報の機関への連絡が、MVNOにも求められるか',
      },
      code: ['src/backend/outage/commands/operate-board.ts', 'src/vocabulary/outage.ts'],
      tests: [
        [
          'src/backend/outage/outage.api.test.ts',
          '緊急通報への影響と、いつからか、ほかに使えるものが、書き込みのたびに変わり、終われば元に戻ったと言う',
        ],
      ],
      owner: 'network',
      nextReview: '2027-03-31',
    },
    {
      duty: 'A grave accident is reported: at once, and in detail within 30 days (重大な事故の報告).',
      source: {
        law: '電気通信事業法 第28条、施行規則 第57条、第58条',
        address: 'http://www.soumu.go.jp/menu_seisaku/ictseisaku/net_anzen/jiko/judai.html',
        seen: 'authority',
        ask: 'しきい値の数（読んだページでは図になっている）。ドコモの設備の事故を当社も報告するか。',
      },
      code: [
        'src/domain/outage/accident.ts#accidentRows',
        'src/backend/outage/queries/accident.ts',
      ],
      tests: [
        [
          'src/domain/outage/accident.test.ts',
          '緊急通報のできる通話は、3万回線で1時間から重大な事故になる',
        ],
        [
          'src/backend/outage/outage.api.test.ts',
          '事故の報告のための数は、いまの回線で数え、終わったあとは増えない。報告した時刻は残る',
        ],
      ],
      owner: 'network',
      nextReview: '2027-03-31',
    },
    {
      duty: 'Accidents of 30,000 lines or two hours are reported each quarter (四半期報告).',
      source: {
        law: '電気通信事業報告規則 第7条の3',
        address: 'https://laws.e-gov.go.jp/law/363M50001000046',
        seen: 'by name',
        ask: '条番号と数（3万人または2時間）、様式、提出の期限',
      },
      code: ['src/domain/outage/quarter.ts#quarterRows', 'src/backend/outage/queries/quarter.ts'],
      tests: [
        [
          'src/backend/outage/outage.api.test.ts',
          '四半期の報告は、その四半期に始まった事故だけを、回線×時間と報告に入る理由とともに数える',
        ],
      ],
      owner: 'network',
      nextReview: '2027-03-31',
    },
    {
      duty: 'Members are told from which lines 110, 118 and 119 can be called, also under JAPANローミング.',
      source: {
        law: '電気通信事業者協会「JAPANローミングについて」',
        address: 'https://tca.or.jp/information/japan-roaming.html',
        seen: 'secondary',
        ask: 'MVNOの回線（音声、データ、SMS、eSIM）で使える方式と、対応する端末',
      },
      code: ['content/support/emergency.html', 'content/agreement/mobile_info.html'],
      tests: [
        [
          'tests/law.test.ts',
          '緊急通報のページは、どのSIMから通報できるかを、重要事項説明と同じに言う',
        ],
      ],
      owner: 'network',
      nextReview: '2027-03-31',
    },
    {
      duty: 'Universal-service charges are passed on as they were published for each month (ユニバーサルサービス料).',
      source: {
        law: '電気通信事業法 第110条',
        address: TELECOM_LAW,
        seen: 'by name',
        ask: '番号単価とブロードバンドの単価の改定（毎年1月と7月）',
      },
      code: ['src/domain/catalogue/monthly-prices.ts'],
      tests: [
        ['src/domain/catalogue/catalogue.test.ts', 'ユニバーサルサービス料は、日付に従って変わる'],
        [
          'src/domain/catalogue/catalogue.test.ts',
          'ブロードバンドユニバーサルサービス料は、2026年3月だけかかる',
        ],
      ],
      owner: 'accounting',
      nextReview: '2027-01-15',
    },
    {
      duty: 'Mobile numbers are those the plan of numbers allows: 060, 070, 080 and 090.',
      source: {
        law: '電気通信番号計画（2019年総務省告示第6号）',
        address: TELECOM_LAW,
        seen: 'by name',
        ask: '060の番号を配り始める日',
      },
      code: ['src/vocabulary/typed-number.ts'],
      tests: [
        [
          'tests/promises.test.ts',
          '携帯電話の番号の始まりは、並べるときは060・070・080・090の4つとも並べる',
        ],
      ],
      owner: 'network',
      nextReview: '2027-06-30',
    },
  ],
}

export const numberPortability: Chapter = {
  title: '携帯電話の番号ポータビリティ（MNP）ガイドライン',
  duties: [
    {
      duty: 'A number may be taken away at any hour, at no charge online, and without talk.',
      source: {
        law: '携帯電話・PHSの番号ポータビリティの実施に関するガイドライン',
        address: TELECOM_LAW,
        seen: 'by name',
        ask: '最新の改定の内容',
      },
      code: ['src/domain/port-out/decide-port-out.ts'],
      tests: [
        [
          'src/domain/port-out/decide-port-out.test.ts',
          '音声通話SIMの回線ならいつでも申し込め、解約の予約があっても申し込める',
        ],
        ['tests/api/line-walk.test.ts', 'MNP転出は3画面で申し込め、引き止めも別プランの案内もない'],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
    {
      duty: 'A number for porting is valid for 15 days, the day of issue counted.',
      source: {
        law: '携帯電話・PHSの番号ポータビリティの実施に関するガイドライン',
        address: TELECOM_LAW,
        seen: 'by name',
        ask: '有効期間と、期限のあとの再発行まで',
      },
      code: ['src/domain/policy/mnp-number.ts'],
      tests: [
        [
          'src/domain/policy/policy.test.ts',
          '発行日を含めて15日間有効で、新しい番号は有効期限の翌々日から',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
    {
      duty: 'The one-stop way: the member agrees here and needs no number (MNPワンストップ).',
      source: {
        law: '携帯電話・PHSの番号ポータビリティの実施に関するガイドライン（2023年5月のワンストップ方式）',
        address: TELECOM_LAW,
        seen: 'by name',
        ask: '同意の画面で伝える項目',
      },
      code: ['src/backend/port-out/commands/consent-to-hand-off.ts'],
      tests: [
        [
          'src/backend/port-out/one-stop.api.test.ts',
          '同意の画面には、移転先・番号・費用・起きることが出る',
        ],
        [
          'tests/promises.test.ts',
          '予約番号の話をする手順は、ワンストップ方式なら要らないことも言う',
        ],
      ],
      owner: 'legal',
      nextReview: '2027-06-30',
    },
  ],
}
