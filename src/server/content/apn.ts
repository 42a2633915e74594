/** The access point, once: the pages and the iOS profile print these (ours: visibly an example until
 * the operator enters its own). */
export const apn = {
  name: 'mobile.example.jp',
  userName: 'mobile@example.jp',
  password: 'mobile',
  authentication: 'CHAP',
  mcc: '440',
  mnc: '10',
  type: 'default,supl,dun',
  protocol: 'IPv4/IPv6',
} as const

export const apnProfilePath = 'apn/hibiki.mobileconfig'

const payloadUuid = '5f0f6f5e-6f37-4b60-9d4e-0c3a7b0a6b11'
const profileUuid = 'b0c7a1e2-2d0b-4a7c-8a7e-64f1f7f0a2d4'

/** An iOS configuration profile with the cellular payload, nothing else: no certificate, no
 * restriction, removable by the member. Source: Apple, Device Management, Cellular payload. */
export function apnProfile(service: string, company: string): string {
  const access = `<dict>
        <key>Name</key><string>${apn.name}</string>
        <key>AuthenticationType</key><string>${apn.authentication}</string>
        <key>Username</key><string>${apn.userName}</string>
        <key>Password</key><string>${apn.password}</string>
      </dict>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>jp.example.mobile.apn</string>
  <key>PayloadUUID</key><string>${profileUuid}</string>
  <key>PayloadDisplayName</key><string>${service} APN設定</string>
  <key>PayloadDescription</key><string>${service}でデータ通信を使うための接続先（APN）を設定します。</string>
  <key>PayloadOrganization</key><string>${company}</string>
  <key>PayloadRemovalDisallowed</key><false/>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>com.apple.cellular</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>jp.example.mobile.apn.cellular</string>
      <key>PayloadUUID</key><string>${payloadUuid}</string>
      <key>PayloadDisplayName</key><string>モバイル通信</string>
      <key>AttachAPN</key>
      ${access}
      <key>APNs</key>
      <array>
      ${access}
      </array>
    </dict>
  </array>
</dict>
</plist>
`
}
