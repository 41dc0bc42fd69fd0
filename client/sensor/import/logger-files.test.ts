import { expect, test } from 'vitest'
import { readLoggerFile } from './read-log.ts'
import { guessFormat } from './table/guess-format.ts'

/** Files as loggers of these makers write them, cut to a few lines. */
const files: [
  string,
  { file: string; column?: number; unit?: string; readings: string[]; refused?: string[]; zone?: string },
][] = [
  [
    'a Testo logger in German',
    {
      file: 'Gerätename:;testo 174H\nSeriennummer:;41234567\nStartzeit:;22.11.2026 08:00:00\n\n;Datum / Uhrzeit;[°C] Temperatur;[%rF] Feuchte\n1;22.11.2026 08:00:00;4,1;55,2\n2;22.11.2026 08:10:00;-0,5;56,0\n',
      readings: ['2026-11-22T07:00 4.1', '2026-11-22T07:10 -0.5'],
    },
  ],
  [
    'an Elitech logger with a zone above the table',
    {
      file: 'Device Model:\tRC-5+\nTime Zone:\tUTC+08:00\nUnit:\t°C\n\nNo.\tTime\tTemperature\n1\t2026-11-22 08:00:00\t4.1\n2\t2026-11-22 08:10:00\t4.2\n',
      zone: 'UTC+08:00',
      readings: ['2026-11-22T00:00 4.1', '2026-11-22T00:10 4.2'],
    },
  ],
  [
    'a LogTag with date and time in two columns',
    {
      file: '"LogTag Analyzer export"\n"Serial number","A0B1C2D3"\n"Reading","Date","Time","Celsius"\n"1","11/22/2026","8:00:00 AM","4.1"\n"2","11/22/2026","8:10:00 PM","4.2"\n',
      readings: ['2026-11-22T07:00 4.1', '2026-11-22T19:10 4.2'],
    },
  ],
  [
    'a TempTale in GMT and °F',
    {
      file: 'Sensitech TempTale Ultra\nTrip Number,4711\n\nPoint,Date Time (GMT),Temperature (°F),Alarm Limit High (°F)\n1,22 Nov 2026 08:00,39.2,46.4\n2,22 Nov 2026 08:10,41.0,46.4\n',
      zone: 'UTC+00:00',
      readings: ['2026-11-22T08:00 4', '2026-11-22T08:10 5'],
    },
  ],
  [
    'a ThermoPro with units in the headings',
    {
      file: 'Datetime,Temperature_Celsius(℃),Relative_Humidity(%)\n2026-11-22 08:00,4.1,55\n2026-11-22 08:10,4.2,56\n',
      readings: ['2026-11-22T07:00 4.1', '2026-11-22T07:10 4.2'],
    },
  ],
  [
    'a HOBO with events, empty cells and a difference from UTC in the heading',
    {
      file: '"Plot Title: Truck 7"\n"#","Date Time, GMT-05:00","Temp, °F (LGR S/N: 1, SEN S/N: 1)","RH, % (LGR S/N: 1)","Host Connected (LGR S/N: 1)"\n1,"11/22/26 08:00:00 AM",39.2,55,\n2,"11/22/26 08:10:00 PM",41.0,56,\n3,"11/22/26 08:12:00 PM",,,Logged\n',
      zone: 'UTC-05:00',
      readings: ['2026-11-22T13:00 4', '2026-11-23T01:10 5'],
      refused: ['5 noValue'],
    },
  ],
  [
    'a Tive tracker with the times of the device and of a server',
    {
      file: 'Entry Time (Local),Timestamp (UTC),Temperature (C),Humidity (%),Battery (%),Latitude,Longitude,Light (lux)\n2026-11-22 03:02:00,2026-11-22 08:00:00,4.1,55,97,47.1,8.5,0\n2026-11-22 03:12:00,2026-11-22 08:10:00,4.2,56,97,47.1,8.5,0\n',
      zone: 'UTC+00:00',
      readings: ['2026-11-22T08:00 4.1', '2026-11-22T08:10 4.2'],
    },
  ],
  [
    'a SensorPush with a dew point and a pressure',
    {
      file: '"Timestamp (Europe/Berlin)","Temperature (°F)","Relative Humidity (%)","Dew Point (°F)","VPD (kPa)","Barometric Pressure (inHg)"\n"2026-11-22 08:00","39.2","55","24.1","0.4","29.9"\n"2026-11-22 08:10","41.0","56","25.1","0.4","29.9"\n',
      zone: 'Europe/Berlin',
      readings: ['2026-11-22T07:00 4', '2026-11-22T07:10 5'],
    },
  ],
  [
    'a Govee with a sentence in the heading',
    {
      file: 'Timestamp for sample frequency every 15 min min, PM2.5(µg/m³), Temperature_Fahrenheit,Relative_Humidity\n2026-11-22 08:00:00, 0, 39.2,53.7\n2026-11-22 08:15:00, 0, 41,63.4\n',
      readings: ['2026-11-22T07:00 4', '2026-11-22T07:15 5'],
    },
  ],
  [
    'an Inkbird whose headings have no unit, newest first',
    {
      file: 'Time,Temperature,Humidity\n2026/11/22 20:10,4.2,56\n2026/11/22 08:00,4.1,55\n',
      unit: 'none',
      readings: ['2026-11-22T07:00 4.1', '2026-11-22T19:10 4.2'],
    },
  ],
  [
    'a Lascar with its serial number in the first line only',
    {
      file: 'EL-USB-2,Time,Celsius(°C),Humidity(%rh),dew point(°C),Serial Number\n1,22/11/2026 08:00:00,4.5,55.0,-3.5,010012345\n2,22/11/2026 08:10:00,5.0,55.0,-3.5\n',
      readings: ['2026-11-22T07:00 4.5', '2026-11-22T07:10 5'],
    },
  ],
  [
    'a Spanish logger with decimal comma and a. m.',
    {
      file: 'Fecha;Hora;Temperatura (°C);Humedad (%)\n22/11/2026;8:00:00 a. m.;4,1;55\n22/11/2026;8:00:00 p. m.;4,2;55\n',
      readings: ['2026-11-22T07:00 4.1', '2026-11-22T19:00 4.2'],
    },
  ],
  [
    'a Japanese logger',
    {
      file: '日時,温度[℃],湿度[%]\n2026年11月22日 午前8時00分,4.1,55\n2026年11月22日 午後8時10分,4.2,56\n',
      readings: ['2026-11-22T07:00 4.1', '2026-11-22T19:10 4.2'],
    },
  ],
  [
    'a gateway with epoch seconds',
    {
      file: 'device,timestamp,temp_c,battery_mv\n1234567890,1795334400,4.1,3021\n1234567890,1795335000,4.2,3020\n',
      readings: ['2026-11-22T08:00 4.1', '2026-11-22T08:10 4.2'],
    },
  ],
  [
    'a gateway with epoch milliseconds and no headings',
    {
      file: '1795334400000 4.1\n1795335000000 4.2\n',
      column: 1,
      unit: 'none',
      readings: ['2026-11-22T08:00 4.1', '2026-11-22T08:10 4.2'],
    },
  ],
  [
    'a sheet whose dates became numbers',
    {
      file: 'Zeit;Temperatur °C\n46348,3333333333;4,1\n46348,3402777778;4,2\n',
      readings: ['2026-11-22T07:00 4.1', '2026-11-22T07:10 4.2'],
    },
  ],
  [
    'a file in which the comma separates cells and decimals',
    {
      file: 'Time,Temp °C,RH %\n2026-11-22 08:00,4,1,55,2\n2026-11-22 08:10,9,6,56,0\n2026-11-22 08:20,9,56,0\n',
      readings: ['2026-11-22T07:00 4.1', '2026-11-22T07:10 9.6'],
      refused: ['4 noValue'],
    },
  ],
  [
    'units in a line below the headings',
    {
      file: 'Date/Time\tSensor\tHumidity\n\t°C\t%\n22.11.2026 08:00\t4,1\t55\n22.11.2026 08:10\t4,2\t55\n',
      readings: ['2026-11-22T07:00 4.1', '2026-11-22T07:10 4.2'],
    },
  ],
]

test.each(files)('reads %s [SE01]', (_, { file, column, unit, readings, refused = [], zone }) => {
  const lines = file.split('\n')
  const format = guessFormat(lines, 'temperature')!
  const valueColumn = column ?? format.valueColumn
  expect(column === undefined || format.valueColumn === undefined).toBe(true)
  expect(format.isTimeUnsure).toBe(format.timeKind === 'serial')
  expect(format.orders.length).toBeLessThan(2)
  const { columns, namedUnit, namedZone } = format
  const fileUnit = columns[valueColumn!]!.unit ?? namedUnit
  expect(fileUnit === undefined).toBe(unit === 'none')
  expect(namedZone).toBe(zone)
  const timeZone = namedZone ?? 'Europe/Berlin'
  const log = readLoggerFile(lines, {
    format: { ...format, valueColumn },
    timeZone,
    fileUnit: fileUnit ?? '°C',
    sensorUnit: '°C',
  })
  expect(log.readings.map(({ value, createdAt }) => `${createdAt.slice(0, 16)} ${value}`)).toEqual(readings)
  expect(log.problems.map(({ line, problem }) => `${line} ${problem}`)).toEqual(refused)
})
