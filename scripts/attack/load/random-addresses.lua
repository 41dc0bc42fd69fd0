-- The requests of wrk: random addresses of codes, each from its own network, so that no limit is reached.
local letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
local shopper = 0

function init(args)
  math.randomseed(tonumber(args[1]))
end

local function code(first, count)
  local text = {}
  for at = 1, count do
    local n = math.random(at == 1 and first or 32)
    text[at] = letters:sub(n, n)
  end
  return table.concat(text)
end

local function one()
  shopper = shopper + 1
  local a, b, c = 1 + math.floor(shopper / 65536) % 120, math.floor(shopper / 256) % 256, shopper % 256
  wrk.headers['x-forwarded-for'] = a .. '.' .. b .. '.' .. c .. '.7'
  return wrk.format('GET', '/api/tag/verify?a=' .. code(8, 26) .. '&p=' .. code(32, 16))
end

-- Sends several requests in one write: on a machine with few processors, transport is most of the cost of a call.
local together = 16
function request()
  local batch = {}
  for at = 1, together do
    batch[at] = one()
  end
  return table.concat(batch)
end

function response(status, headers, body)
  if status ~= 200 or body:find('"verified":true', 1, true) then print('odd', status, body:sub(1, 120)) end
end
