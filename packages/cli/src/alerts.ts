/** `sluice alerts …`: current and past alerts, the rules, and a test of the channels, for operators. */
import { Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { addOperations, listed } from './operator-command.ts'
import { at, listAt } from './output.ts'

export function addAlerts(program: SluiceCommand): void {
  addOperations(program.command('alerts').description('alerts and their rules (operators)'), [
    {
      name: 'list',
      isDefault: true,
      sends: 'GET /admin/alerts',
      does: 'alerts, newest first',
      options: { open: new Option('--open', 'only active alerts') },
      shows: listed(
        [
          ['BEGAN', 'beganAt'],
          ['ENDED', 'endedAt'],
          ['RULE', 'rule'],
          ['SUBJECT', 'subject'],
          ['DETAIL', 'detail'],
          ['TOLD', reported],
        ],
        'no alerts',
      ),
    },
    {
      name: 'rules',
      sends: 'GET /admin/alerts/rules',
      does: 'the rules, and whether they are on',
      shows: listed([
        ['RULE', 'rule'],
        ['ON', 'enabled'],
        ['AFTER MINUTES', 'afterMinutes'],
        ['MEANS', 'means'],
      ]),
    },
    {
      name: 'set',
      sends: 'PUT /admin/alerts/rules/{rule}',
      takes: { rule: 'its name', file: 'the rule as JSON; - reads standard input' },
    },
    {
      name: 'test',
      sends: 'POST /admin/alerts/!test',
      does: 'send a test message to each destination, and show the results',
      shows: listed(
        [
          ['CHANNEL', 'channel'],
          ['TO', 'to'],
          ['TAKEN', 'taken'],
          ['PROBLEM', 'problem'],
        ],
        'no destination is set: set SLUICE_SMTP_HOST with SLUICE_ALERT_MAIL_TO, or SLUICE_ALERT_WEBHOOK_URL',
        'ways',
      ),
      after: ({ body }) => {
        const channels = listAt(body, 'ways')
        if (channels.length === 0 || channels.some((channel) => at(channel, 'taken') !== true))
          throw new CliFailure('refused', 'some messages could not be delivered')
      },
    },
  ])
}

const reported = (alert: unknown): string =>
  listAt(alert, 'messages')
    .map(
      (message) =>
        `${at(message, 'channel')} ${String(at(message, 'notice')).toLowerCase()}: ${at(message, 'state')}`,
    )
    .join(', ')
