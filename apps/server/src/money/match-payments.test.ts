import {
  type Command,
  emptyPool,
  type EntryId,
  entryReference,
  type Instant,
  type PoolState,
  runCommand,
  type UserId,
} from '@outlast/domain'
import { plainAmount } from '@outlast/contract/money'
import { describe, expect, it } from 'vitest'
import { nodeHashing } from '../log/hashing.ts'
import { readBankFile } from './bank-csv.ts'
import { matchPayments, type MatchedRow, paymentTypeOf } from './match-payments.ts'

const NOW = '2026-08-20T12:00:00.000Z' as Instant

/** Members by their id from 1, each with the names of their entries. The fee is 25.00. */
const MEMBERS = [
  ['Ada Treasurer', []],
  ['Jane Doe', ['Anchors']],
  ['José García', ['Badgers', 'Bears', 'Bulls']],
  ['Max Müller', ['Comets']],
  ['William Byrd', ['Dukes']],
  ['John Smith', ['Eagles']],
  ['John Smith', ['Foxes']],
] as const
const NAMES: ReadonlyMap<number, string> = new Map(MEMBERS.map(([name], index) => [index + 1, name]))

function poolIn(currency: string): PoolState {
  const pool = emptyPool()
  const run = (userId: number, command: Command) => {
    const actor = { kind: 'user', userId: userId as UserId, tokenVersion: 1 } as const
    const { outcome } = runCommand(pool, { command, actor: userId === 0 ? { kind: 'visitor' } : actor }, NOW, nodeHashing)
    if (!outcome.ok) throw outcome.violation
  }
  for (let i = 0; i < MEMBERS.length; i += 1)
    run(0, { type: 'RegisterUser', data: { emailTaken: false, adminGrant: 'first_account' } })
  run(1, { type: 'ChangeRules', data: { rules: { entryFeeCents: 2500, currency } } })
  for (const [index, [, entries]] of MEMBERS.entries()) {
    const userId = (index + 1) as UserId
    for (const name of entries) run(userId, { type: 'CreateEntry', data: { userId, name } })
  }
  return pool
}

const REFERENCE = entryReference(1 as EntryId)

/** Says what became of a row: `proposed: Anchors 25.00`, with ways to choose from between slashes. */
function said(pool: PoolState, { status, entry_name, proposals, reason }: MatchedRow): string {
  const ways = proposals.map((parts) =>
    parts.map(({ entryId, cents }) => `${pool.entries.get(entryId)?.name} ${plainAmount(cents, 'USD')}`).join(' + '),
  )
  const entry = entry_name === null ? '' : ` ${entry_name}`
  return `${status}${entry}: ${ways.length > 0 ? ways.join(' / ') : reason}`
}

function outcomes(currency: string, csv: string, known: ReadonlySet<string> = new Set()) {
  const pool = poolIn(currency)
  const rows = matchPayments(pool, readBankFile(csv, currency), known, NAMES)
  return { pool, rows, said: rows.filter(({ reason }) => reason !== 'Above the payments').map((row) => said(pool, row)) }
}

const NOBODY = 'skipped: No reference of an entry, and no name of a member who plays'
const OUT = 'skipped: Money that went out'
const NO_AMOUNT = 'skipped: No amount was found'

/** Statements as services and banks write them, with what becomes of the rows below the heading. All people are invented. */
const STATEMENTS: readonly {
  readonly of: string
  readonly currency: string
  readonly lines: readonly string[]
  readonly becomes: readonly string[]
  readonly day: string
}[] = [
  {
    of: 'Venmo',
    currency: 'USD',
    lines: [
      'Account Statement - (@lakeside-pool) ,,,,,,,,,,,,,,,,,,',
      'Account Activity,,,,,,,,,,,,,,,,,,',
      ',ID,Datetime,Type,Status,Note,From,To,Amount (total),Amount (tip),Amount (tax),Amount (fee),Tax Rate,Funding Source,Destination,Beginning Balance,Ending Balance,Statement Period Venmo Fees,Disclaimer',
      ',,,,,,,,,,,,,,,$100.00,,,',
      ',3512001,2026-09-02T18:03:11,Payment,Complete,survivor 🏈,Jane Doe,Ada Treasurer,+ $25.00,,0,,0,,Venmo balance,,,,',
      ',3512002,2026-09-02T19:00:00,Charge,Complete,"pool, both",Ada Treasurer,Jose Garcia,+ $50.00,,0,,0,,Venmo balance,,,,',
      ',3512003,2026-09-03T08:00:00,Payment,Pending,fee,Max Muller,Ada Treasurer,+ $25.00,,0,,0,,Venmo balance,,,,',
      ',3512004,2026-09-03T09:00:00,Payment,Complete,pizza,Ada Treasurer,Jane Doe,- $18.00,,0,,0,Venmo balance,,,,,',
      ',3512005,2026-09-04T09:00:00,Payment,Complete,hi,Bill Byrd,Ada Treasurer,+ $25.00,,0,,0,,Venmo balance,,,,',
      ',3512006,2026-09-04T10:00:00,Standard Transfer,Issued,,,,- $60.00,,0,,0,,Bank,,,,',
      ',,,,,,,,,,,,,,,,$200.00,$0.00,"In case of errors, write us"',
    ],
    becomes: [
      NO_AMOUNT,
      'proposed: Anchors 25.00',
      'proposed: Badgers 25.00 + Bears 25.00',
      'problem: Comets 25.00',
      OUT,
      'problem: Dukes 25.00',
      OUT,
      NO_AMOUNT,
    ],
    day: '2026-09-02',
  },
  {
    of: 'PayPal in English, with the gross amount',
    currency: 'USD',
    lines: [
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Balance Impact"',
      '"09/02/2026","10:11:12","PDT","Jane Doe","Mobile Payment","Completed","USD","25.00","-0.99","24.01","jane@mail.example","club@mail.example","Credit"',
      '"09/02/2026","10:12:12","PDT","John Smith","Mobile Payment","Completed","USD","25.00","-0.99","24.01","john@mail.example","club@mail.example","Credit"',
      '"09/03/2026","10:12:12","PDT","Max Müller","Mobile Payment","Pending","USD","25.00","0.00","25.00","max@mail.example","club@mail.example","Memo"',
      '"09/03/2026","11:12:12","PDT","José García","Mobile Payment","Completed","CAD","75.00","0.00","75.00","jose@mail.example","club@mail.example","Credit"',
      '"09/03/2026","12:12:12","PDT","Pizza Place","Express Checkout Payment","Completed","USD","-40.00","0.00","-40.00","club@mail.example","p@mail.example","Debit"',
    ],
    becomes: [
      'proposed: Anchors 25.00',
      'problem: Eagles 25.00 / Foxes 25.00',
      'problem: Comets 25.00',
      'problem: Another currency: CAD',
      OUT,
    ],
    day: '2026-09-02',
  },
  {
    of: 'PayPal in German',
    currency: 'EUR',
    lines: [
      '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Auswirkung auf Guthaben"',
      '"02.09.2026","10:11:12","CEST","Max Mueller","Allgemeine Zahlung","Abgeschlossen","EUR","25,00","0,00","25,00","Haben"',
      '"02.09.2026","10:15:12","CEST","Müller Max","Allgemeine Zahlung","Abgeschlossen","EUR","25,00","-1,02","23,98","Haben"',
      '"03.09.2026","10:15:12","CEST","Doe, Jane","Allgemeine Zahlung","Abgeschlossen","EUR","10,00","0,00","10,00","Haben"',
      '"03.09.2026","11:15:12","CEST","Erika Fremd","Allgemeine Zahlung","Abgeschlossen","EUR","10,00","0,00","10,00","Haben"',
    ],
    becomes: [
      'proposed: Comets 25.00',
      'problem: Other rows pay all that is due for Max Müller',
      'proposed: Anchors 10.00',
      NOBODY,
    ],
    day: '2026-09-02',
  },
  {
    of: 'Zelle in the statement of Chase',
    currency: 'USD',
    lines: [
      'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #',
      'CREDIT,09/02/2026,"Zelle payment from JANE DOE 21459871234",25.00,QUICKPAY_CREDIT,1525.00,,',
      'CREDIT,09/03/2026,"Zelle payment from JOSE GARCIA 21459871235",75.00,QUICKPAY_CREDIT,1600.00,,',
      'DEBIT,09/03/2026,"Zelle payment to JANE DOE 21459871299",-30.00,QUICKPAY_DEBIT,1570.00,,',
      'CREDIT,09/04/2026,"Zelle payment from W BYRD 21459871236",25.00,QUICKPAY_CREDIT,1595.00,,',
    ],
    becomes: ['proposed: Anchors 25.00', 'proposed: Badgers 25.00 + Bears 25.00 + Bulls 25.00', OUT, 'problem: Dukes 25.00'],
    day: '2026-09-02',
  },
  {
    of: 'Zelle in the statement of Bank of America, with a summary above',
    currency: 'USD',
    lines: [
      'Description,,Summary Amt.',
      'Beginning balance as of 09/01/2026,,"1,500.00"',
      'Total credits,,"35.00"',
      'Total debits,,"-12.50"',
      '',
      'Date,Description,Amount,Running Bal.',
      '09/01/2026,Beginning balance as of 09/01/2026,,"1,500.00"',
      '09/02/2026,"Zelle payment from Jane Doe for ""survivor, week 1""; Conf# a1b2c3","25.00","1,525.00"',
      '09/03/2026,"Zelle payment from Max Muller Conf# d4e5f6","10.00","1,535.00"',
      '09/04/2026,"COFFEE SHOP","-12.50","1,522.50"',
    ],
    becomes: [NO_AMOUNT, 'proposed: Anchors 25.00', 'proposed: Comets 10.00', OUT],
    day: '2026-09-01',
  },
  {
    of: 'Zelle in the statement of Wells Fargo, without a heading',
    currency: 'USD',
    lines: [
      '"09/02/2026","25.00","*","","ZELLE FROM DOE JANE ON 09/02 REF # PP0ABC SURVIVOR"',
      '"09/03/2026","-80.00","*","","CHECK PAID"',
      '"09/03/2026","30.00","*","","ZELLE FROM BYRD WILLIAM ON 09/03 REF # PP0ABD"',
    ],
    becomes: ['proposed: Anchors 25.00', OUT, 'problem: Dukes 25.00'],
    day: '2026-09-02',
  },
  {
    of: 'Capital One, with debit and credit apart',
    currency: 'USD',
    lines: [
      'Posted Date,Transaction Date,Card No.,Description,Category,Debit,Credit',
      '2026-09-02,2026-09-01,1234,Zelle money received from JANE DOE,Payment,,25.00',
      '2026-09-02,2026-09-01,1234,Office supplies,Goods,31.40,',
    ],
    becomes: ['proposed: Anchors 25.00', OUT],
    day: '2026-09-02',
  },
  {
    of: 'a German Sparkasse',
    currency: 'EUR',
    lines: [
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer";"BLZ";"Betrag";"Waehrung";"Info"',
      '"DE00 1";"02.09.26";"02.09.26";"GUTSCHR. UEBERWEISUNG";"Tippspiel";"MAX MÜLLER";"DE00 2";"X";"25,00";"EUR";"Umsatz gebucht"',
      `"DE00 1";"02.09.26";"02.09.26";"GUTSCHR. UEBERWEISUNG";"${REFERENCE}";"Opa Doe";"DE00 3";"X";"25,00";"EUR";"Umsatz gebucht"`,
      '"DE00 1";"03.09.26";"03.09.26";"LASTSCHRIFT";"Strom";"Stadtwerke";"DE00 4";"X";"-1.250,00";"EUR";"Umsatz gebucht"',
    ],
    becomes: ['proposed: Comets 25.00', 'match Anchors: null', OUT],
    day: '2026-09-02',
  },
  {
    of: 'the German ING, with lines of the account above',
    currency: 'EUR',
    lines: [
      'Umsatzanzeige;Datei erstellt am: 05.09.2026 10:00',
      '',
      'IBAN;DE00 0000',
      'Saldo;1.234,56;EUR',
      '',
      'Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung',
      '03.09.2026;03.09.2026;García José;Gutschrift;Survivor 3x;1.300,00;EUR;75,00;EUR',
      '02.09.2026;02.09.2026;Jane Doe;Gutschrift;Tipp;1.225,00;EUR;25,00;EUR',
    ],
    becomes: ['proposed: Badgers 25.00 + Bears 25.00 + Bulls 25.00', 'proposed: Anchors 25.00'],
    day: '2026-09-03',
  },
  {
    of: 'a French bank, with débit and crédit',
    currency: 'EUR',
    lines: [
      'Date;Libellé;Débit;Crédit',
      '02/09/2026;VIR SEPA RECU DE JANE DOE;;25,00',
      '03/09/2026;PRLV ELECTRICITE;80,10;',
      '04/09/2026;VIR INST DE M. MULLER;;25,00',
    ],
    becomes: ['proposed: Anchors 25.00', OUT, 'problem: Comets 25.00'],
    day: '2026-09-02',
  },
  {
    of: 'a Spanish bank',
    currency: 'EUR',
    lines: [
      'Fecha;Fecha valor;Concepto;Importe;Divisa;Saldo',
      '02/09/2026;02/09/2026;TRANSFERENCIA DE JOSE GARCIA LOPEZ;40,00;EUR;1.040,00',
      '03/09/2026;03/09/2026;Recibo luz;-61,20;EUR;978,80',
    ],
    becomes: ['proposed: Badgers 25.00 + Bears 15.00', OUT],
    day: '2026-09-02',
  },
  {
    of: 'the Dutch ING, whose amounts have no sign',
    currency: 'EUR',
    lines: [
      '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen"',
      '"20260902";"J. Doe";"NL00";"NL01";"OV";"Bij";"25,00";"Overschrijving";"pool"',
      '"20260903";"Max Müller";"NL00";"NL02";"OV";"Bij";"25,00";"Overschrijving";"pool"',
      '"20260903";"Jane Doe";"NL00";"NL02";"OV";"Af";"12,00";"Overschrijving";"pizza"',
    ],
    becomes: ['problem: Anchors 25.00', 'proposed: Comets 25.00', OUT],
    day: '2026-09-02',
  },
  {
    of: 'Revolut',
    currency: 'GBP',
    lines: [
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      'TRANSFER,Current,2026-09-02 10:00:00,2026-09-02 10:00:01,Payment from Jane Doe,25.00,0.00,GBP,COMPLETED,125.00',
      'TRANSFER,Current,2026-09-03 10:00:00,,Payment from Max Müller,25.00,0.00,GBP,PENDING,',
      'TRANSFER,Current,2026-09-03 10:00:00,2026-09-03 10:00:00,Payment from José García,25.00,0.00,EUR,COMPLETED,150.00',
    ],
    becomes: ['proposed: Anchors 25.00', 'problem: Comets 25.00', 'problem: Another currency: EUR'],
    day: '2026-09-02',
  },
  {
    of: 'a spreadsheet with tabs, signs and brackets',
    currency: 'USD',
    lines: ['Date\tPayer\tAmount', '9/2/2026\tJane Doe\t$25.00', '9/3/2026\tShop\t($1,200.00)', '9/3/2026\tJosé García\t€25.00'],
    becomes: ['proposed: Anchors 25.00', OUT, 'problem: Another currency: €'],
    day: '2026-09-02',
  },
]

describe('matchPayments reads the statement of', () => {
  it.each(STATEMENTS)('$of', ({ currency, lines, becomes, day }) => {
    const { said: all, rows } = outcomes(currency, `\uFEFF${lines.join('\r\n')}`)
    expect(all).toEqual(becomes)
    expect(rows.find(({ paid_date }) => paid_date !== null)?.paid_date).toBe(day)
    expect(rows).toHaveLength(lines.filter((line) => line !== '').length)
  })
})

describe('matchPayments', () => {
  const rowsOf = (...rows: readonly string[]) => ['Date,From,Amount,Note', ...rows].join('\n')

  it('pays by reference first, wherever it stands, and proposes what is left', () => {
    const { said: all } = outcomes('USD', rowsOf('2026-09-01,Jane Doe,25.00,', `2026-09-02,Grandpa,25.00,${REFERENCE}`))
    expect(all).toEqual(['problem: Other rows pay all that is due for Jane Doe', 'match Anchors: null'])
  })

  it('divides parts over the entries of a person, row after row, and says what is too much', () => {
    const csv = rowsOf('2026-09-01,José García,30.00,', '2026-09-02,José García,20.00,', '2026-09-03,José García,50.00,')
    const { said: all, rows } = outcomes('USD', csv)
    expect(all).toEqual(['proposed: Badgers 25.00 + Bears 5.00', 'proposed: Bears 20.00', 'problem: Bulls 25.00'])
    expect(rows.map(({ reason }) => reason)).toEqual([
      'Above the payments',
      'By the payer’s name, a part: $30.00 of $75.00',
      'By the payer’s name',
      'Too much: $50.00 for $25.00',
    ])
  })

  it('offers what the reference of a wrong amount can still pay', () => {
    const { said: all } = outcomes(
      'USD',
      rowsOf(`2026-09-01,Grandpa,10.00,${REFERENCE}`, `2026-09-02,Grandpa,30.00,${REFERENCE}`),
    )
    expect(all).toEqual(['problem Anchors: Anchors 10.00', 'problem Anchors: Anchors 25.00'])
  })

  it('proposes nothing for a row that was recorded', () => {
    const csv = rowsOf('2026-09-01,Jane Doe,25.00,')
    const known = new Set(readBankFile(csv, 'USD').map(({ hash }) => hash.toString('hex')))
    expect(outcomes('USD', csv, known).said).toEqual(['skipped: This row was recorded before'])
  })

  it('knows the service by the heading', () => {
    const types = STATEMENTS.slice(0, 4).map(({ lines, currency }) => paymentTypeOf(readBankFile(lines.join('\n'), currency)))
    expect(types).toEqual(['venmo', 'paypal', 'paypal', 'bank'])
  })
})
