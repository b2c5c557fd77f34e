// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A stablecoin for tests: anybody mints what they like.
contract TestToken is ERC20 {
    uint8 private immutable DIGITS;

    constructor(string memory name, string memory symbol, uint8 digits) ERC20(name, symbol) {
        DIGITS = digits;
    }

    function decimals() public view override returns (uint8) {
        return DIGITS;
    }

    function mint(address to, uint256 units) external {
        _mint(to, units);
    }

    /// Several transfers in one transaction, as exchanges pay out.
    function transferMany(address[] calldata to, uint256[] calldata units) external {
        for (uint256 i = 0; i < to.length; i++) _transfer(msg.sender, to[i], units[i]);
    }
}
