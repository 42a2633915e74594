/** The profile as the specification's sample shows it (spec 3). Nobody real: the numbers belong to no network. */
export type Profile = {
  firstName: string
  lastName: string
  firstNameKana: string
  lastNameKana: string
  birthYear: string
  birthMonth: string
  birthDay: string
  gender: 'male' | 'female'
  zipCode: string
  region: string
  locality: string
  street: string
  phone: string
}

export const people: Readonly<Record<string, Profile>> = {
  sato: {
    lastName: '佐藤',
    firstName: '美咲',
    lastNameKana: 'サトウ',
    firstNameKana: 'ミサキ',
    birthYear: '1994',
    birthMonth: '05',
    birthDay: '18',
    gender: 'female',
    zipCode: '1540004',
    region: '東京都',
    locality: '世田谷区',
    street: '太子堂1-2-3 コーポ桜203',
    phone: '09000001001',
  },
  suzuki: {
    lastName: '鈴木',
    firstName: '健一',
    lastNameKana: 'スズキ',
    firstNameKana: 'ケンイチ',
    birthYear: '1979',
    birthMonth: '11',
    birthDay: '03',
    gender: 'male',
    zipCode: '2310023',
    region: '神奈川県',
    locality: '横浜市中区',
    street: '山下町10-4',
    phone: '09000002001',
  },
  takahashi: {
    lastName: '髙橋',
    firstName: '徹',
    lastNameKana: 'タカハシ',
    firstNameKana: 'トオル',
    birthYear: '1988',
    birthMonth: '02',
    birthDay: '27',
    gender: 'male',
    zipCode: '5300001',
    region: '大阪府',
    locality: '大阪市北区',
    street: '梅田3-1-1 メゾン梅田708',
    phone: '09000003001',
  },
  tanaka: {
    lastName: '田中',
    firstName: '由紀',
    lastNameKana: 'タナカ',
    firstNameKana: 'ユキ',
    birthYear: '1965',
    birthMonth: '09',
    birthDay: '09',
    gender: 'female',
    zipCode: '9800811',
    region: '宮城県',
    locality: '仙台市青葉区',
    street: '一番町2-5-1',
    phone: '09000004001',
  },
  ito: {
    lastName: '伊藤',
    firstName: '直樹',
    lastNameKana: 'イトウ',
    firstNameKana: 'ナオキ',
    birthYear: '2001',
    birthMonth: '12',
    birthDay: '31',
    gender: 'male',
    zipCode: '8100001',
    region: '福岡県',
    locality: '福岡市中央区',
    street: '天神4-6-8 天神ビル5階',
    phone: '09000005001',
  },
  kobayashi: {
    lastName: '小林',
    firstName: '結衣',
    lastNameKana: 'コバヤシ',
    firstNameKana: 'ユイ',
    birthYear: '1996',
    birthMonth: '09',
    birthDay: '03',
    gender: 'female',
    zipCode: '4600003',
    region: '愛知県',
    locality: '名古屋市中区',
    street: '錦2-3-4',
    phone: '09000009001',
  },
  watanabe: {
    lastName: '渡辺',
    firstName: '葵',
    lastNameKana: 'ワタナベ',
    firstNameKana: 'アオイ',
    birthYear: '1999',
    birthMonth: '07',
    birthDay: '14',
    gender: 'female',
    zipCode: '0600001',
    region: '北海道',
    locality: '札幌市中央区',
    street: '北一条西2-1',
    phone: '09000006001',
  },
  yamamoto: {
    lastName: '山本',
    firstName: '恵',
    lastNameKana: 'ヤマモト',
    firstNameKana: 'メグミ',
    birthYear: '1985',
    birthMonth: '04',
    birthDay: '22',
    gender: 'female',
    zipCode: '1000005',
    region: '東京都',
    locality: '千代田区',
    street: '丸の内1-1-1',
    phone: '09000007001',
  },
}
