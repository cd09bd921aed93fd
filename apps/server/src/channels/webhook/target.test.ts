import { describe, expect, it } from 'vitest'
import { checkedLookup, checkTarget, resolveTarget, type TargetRules } from './target.ts'

/** A resolver that gives these addresses, one list after the other; the last one stays. */
function resolver(...lists: readonly (readonly string[])[]): NonNullable<TargetRules['lookup']> {
  let calls = 0
  const lookup = (_name: string, _options: object, callback: (error: Error | null, addresses: object[]) => void) => {
    const list = lists[Math.min(calls, lists.length - 1)] ?? []
    calls += 1
    callback(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return lookup as NonNullable<TargetRules['lookup']>
}

const check = (address: string, production: boolean) => () => checkTarget(new URL(address), { production })
const look = (address: string, rules: TargetRules) =>
  new Promise((resolve, reject) => {
    const url = new URL(address)
    checkedLookup(url, rules)(url.hostname, { all: true }, (error, addresses) =>
      error === null ? resolve(addresses) : reject(error),
    )
  })

const PRIVATE = 'private network'

describe('checkTarget', () => {
  it.each([
    'https://10.0.0.1/', 'https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://192.168.1.1:8443/', 'https://172.31.0.1/',
    'https://169.254.169.254/latest/meta-data', 'https://100.64.0.1/', 'https://0.0.0.0/', 'https://224.0.0.1/', 'https://255.255.255.255/',
    'https://[::1]/', 'https://[::]/', 'https://[::ffff:10.0.0.1]/', 'https://[fe80::1]/', 'https://[fd00::1]/', 'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/', 'https://[2001:db8::1]/', 'https://[ff02::1]/',
  ])('rejects %s in production', (address) => expect(check(address, true)).toThrow(PRIVATE)) // prettier-ignore

  it.each(['https://93.184.215.14/', 'https://[2606:4700::1111]/', 'https://chat.example/hook'])(
    'accepts %s in production',
    (address) => {
      expect(check(address, true)).not.toThrow()
    },
  )

  it('rejects http in production, and elsewhere unless it leads to this machine', () => {
    expect(check('http://127.0.0.1/', true)).toThrow('must start with https://')
    expect(check('http://chat.example/', true)).toThrow('must start with https://')
    expect(check('ftp://chat.example/', false)).toThrow('must start with https://')
    for (const address of ['http://chat.example/', 'http://10.0.0.1/', 'http://localhost.example/']) {
      expect(check(address, false)).toThrow('unless it leads to this machine')
    }
    for (const address of ['http://localhost:3000/', 'http://127.0.0.1/', 'http://[::1]/', 'https://10.0.0.1/']) {
      expect(check(address, false)).not.toThrow()
    }
  })
})

describe('checkedLookup', () => {
  it('rejects a name if any of its addresses is private', async () => {
    const lookup = resolver(['93.184.215.14', '10.0.0.1'])
    await expect(look('https://chat.example/', { production: true, lookup })).rejects.toThrow(PRIVATE)
  })

  it('returns the addresses that it checked, so that a connection cannot use others', async () => {
    const lookup = resolver(['93.184.215.14', '2606:4700::1111'])
    expect(await look('https://chat.example/', { production: true, lookup })).toMatchObject([
      { address: '93.184.215.14' },
      { address: '2606:4700::1111' },
    ])
  })

  it('checks a name again for each connection, so that a changed address is rejected', async () => {
    const rules = { production: true, lookup: resolver(['93.184.215.14'], ['127.0.0.1']) }
    await resolveTarget(new URL('https://rebinding.example/'), rules)
    await expect(look('https://rebinding.example/', rules)).rejects.toThrow(PRIVATE)
  })

  it('rejects http to a name of another machine', async () => {
    await expect(look('http://localhost/', { production: false, lookup: resolver(['93.184.215.14']) })).rejects.toThrow(
      'this machine',
    )
  })
})

describe('resolveTarget', () => {
  it('rejects a name without addresses', async () => {
    const lookup = ((_name: string, _options: object, callback: (error: Error, addresses: []) => void) =>
      callback(new Error('ENOTFOUND'), [])) as NonNullable<TargetRules['lookup']>
    await expect(resolveTarget(new URL('https://nowhere.example/'), { production: true, lookup })).rejects.toThrow(
      'nowhere.example',
    )
  })
})
