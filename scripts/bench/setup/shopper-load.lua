-- What wrk sends: every request takes the next path of a file, and names the next shopper's address as a proxy would, so
-- that no limit for one caller is met.
local paths, at, shopper = {}, 0, 0

function init(args)
  for path in io.lines(args[1]) do
    paths[#paths + 1] = path
  end
end

function request()
  at = at % #paths + 1
  shopper = shopper + 1
  local high, middle = math.floor(shopper / 65536) % 256, math.floor(shopper / 256) % 256
  wrk.headers['x-forwarded-for'] = '203.' .. high .. '.' .. middle .. '.' .. shopper % 256
  return wrk.format('GET', paths[at])
end
